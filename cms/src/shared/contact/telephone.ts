import type { Explanation } from './explanation';
import { toPlainText } from './plainText';

const NORTH_AMERICAN = /^(?:\+?1 ?)?([2-9]\d\d) ?([2-9]\d\d) ?(\d{4})$/;
/** Country codes other than 1; E.164 allows 15 digits. */
const INTERNATIONAL = /^\+[2-9]\d{6,14}$/;

/** Returns the phone number in E.164 format ('+16145550142') when all of the text is one: North American, or with + and a country code. */
export function parseTelephone(text: string): string | undefined {
  const groups = toPlainText(text)
    .replace(/[\s().\u2010-\u2015-]+/g, ' ')
    .trim();
  const northAmerican = NORTH_AMERICAN.exec(groups);
  if (northAmerican) return `+1${northAmerican.slice(1).join('')}`;
  const digits = groups.replaceAll(' ', '');
  // The zero of "+44 (0)20 …" is only dialled within that country.
  return INTERNATIONAL.test(digits) && !text.includes('(0') ? digits : undefined;
}

/** Explains to the owner which number guests call. */
export function explainTelephone(text: string): Explanation {
  if (text.trim() === '') return { understood: true, text: 'There is no phone number.' };
  const number = parseTelephone(text);
  return number
    ? { understood: true, text: `Guests call ${number.replace(/^\+1(...)(...)/, '+1 $1 $2 ')}.` }
    : {
        understood: false,
        text: 'This is not understood as one phone number. Write it like “(614) 555-0142” and nothing else, or begin with + and the country code. As it is, guests see your text, but a press on it does not call you.',
      };
}
