import { toPlainText } from './plainText';

const EXAMPLE = 'https://www.opentable.com';

/** Returns the normalized https address; `undefined` when the text is not one, or has a user name, or a host without a dot. */
export function parseWebAddress(text: string): string | undefined {
  const trimmed = toPlainText(text).trim();
  // URL accepts "https:host" and "https:///host", and removes tabs and line breaks.
  if (!/^https:\/\/[^/\s]\S*$/i.test(trimmed) || !URL.canParse(trimmed)) return undefined;
  const { href, hostname, username, password } = new URL(trimmed);
  return !username && !password && /[^.]\.[^.]/.test(hostname) ? href : undefined;
}

/** Describes for the owner why a text is not a web address and what to write; `undefined` when it is one. */
export function explainWebAddress(text: string): string | undefined {
  const trimmed = toPlainText(text).trim();
  if (parseWebAddress(trimmed) !== undefined) return undefined;
  const corrected = `https://${trimmed.replace(/^http:\/\//i, '')}`;
  return parseWebAddress(corrected)
    ? `This must begin with https://. Write “${corrected}”.`
    : `This is not a web address. Write it like “${EXAMPLE}”.`;
}
