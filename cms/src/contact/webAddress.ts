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

/** Describes for the owner why a text is no web address and what to write; `undefined` when it is one. */
export function explainWebAddress(text: string): string | undefined {
  const trimmed = toPlainText(text).trim();
  if (parseWebAddress(trimmed) !== undefined) return undefined;
  const withHttps = trimmed.replace(/^http:\/\//i, 'https://');
  if (withHttps !== trimmed && parseWebAddress(withHttps))
    return `This begins with http:// and must begin with https://: “${withHttps}”.`;
  const isWithoutScheme = !/^[a-z][a-z0-9+.-]*:(?!\d)/i.test(trimmed);
  if (isWithoutScheme && parseWebAddress(`https://${trimmed}`))
    return `Write https:// in front of it: “https://${trimmed}”.`;
  if (/^https:\/\//i.test(trimmed)) {
    if (/\s/.test(trimmed)) return 'Write one web address, without blanks in it.';
    if (/^https:\/\/[^/?#]*@/i.test(trimmed))
      return `This web address has a user name in it, which everyone could read. Write it without, such as “${EXAMPLE}”.`;
  }
  return `This is no web address. Write one that begins with https://, such as “${EXAMPLE}”.`;
}
