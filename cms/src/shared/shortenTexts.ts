/** The longest text that a line about a change shows, in characters. */
const MAX_LENGTH = 48;
/** How much of the text before the first difference is shown. */
const LEAD_LENGTH = 16;

/** Splits a text into characters as people count them, so that none is cut apart. */
const split = (text: string): string[] =>
  [...new Intl.Segmenter('en').segment(text.replace(/\s+/g, ' ').trim())].map(({ segment }) => segment);

function cut(characters: string[], start: number): string {
  const end = start + MAX_LENGTH;
  const text = characters.slice(start, end).join('').trim();
  return `“${start > 0 ? '…' : ''}${text}${end < characters.length ? '…' : ''}”`;
}

/** Returns a text in quotation marks and in one line; a long one is cut at its end. */
export const quote = (text: string): string => cut(split(text), 0);

/** Returns two texts in quotation marks; of long ones, the part around their first difference. */
export function quoteBoth(before: string, after: string): [before: string, after: string] {
  const [a, b] = [split(before), split(after)];
  if (Math.max(a.length, b.length) <= MAX_LENGTH) return [cut(a, 0), cut(b, 0)];
  const found = a.findIndex((character, index) => character !== b[index]);
  const difference = found < 0 ? a.length : found;
  const earliest = Math.max(0, difference - LEAD_LENGTH);
  const space = a.indexOf(' ', earliest);
  const start = earliest === 0 || space < 0 || space >= difference ? earliest : space + 1;
  return [cut(a, start), cut(b, start)];
}
