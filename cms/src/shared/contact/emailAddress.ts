import type { Explanation } from './explanation';
import { toPlainText } from './plainText';

/** Returns the text when all of it is one e-mail address. */
export const parseEmailAddress = (text: string): string | undefined =>
  /^[\p{L}\d._%+'-]+@(?:[\p{L}\d-]+\.)+\p{L}{2,}$/u.exec(toPlainText(text))?.[0];

/** Explains to the owner which address guests write to. */
export function explainEmailAddress(text: string): Explanation {
  if (text.trim() === '') return { understood: true, text: 'There is no e-mail address.' };
  const address = parseEmailAddress(text);
  return address
    ? { understood: true, text: `Guests write to ${address}.` }
    : {
        understood: false,
        text: 'This is not understood as one e-mail address. Write it like “table@example.com” and nothing else. As it is, guests see your text, but a press on it does not start an e-mail to you.',
      };
}
