const NORTH_AMERICAN = /^(?:\+?1 ?)?([2-9]\d\d) ?([2-9]\d\d) ?(\d{4})$/;
/** Country code 1 is the pattern above; E.164 allows 15 digits. */
const ELSEWHERE = /^\+[2-9]\d{6,14}$/;

/** A phone number in E.164 ('+16145550142') when the text as a whole is one: North American, or with its country's code after a +. */
export function telephone(text: string): string | undefined {
  const groups = text.replace(/[\s().\u2010-\u2015-]+/g, ' ').trim();
  const northAmerican = NORTH_AMERICAN.exec(groups);
  if (northAmerican) return `+1${northAmerican.slice(1).join('')}`;
  const digits = groups.replaceAll(' ', '');
  // The zero of "+44 (0)20 …" is dialled at home only.
  return ELSEWHERE.test(digits) && !text.includes('(0') ? digits : undefined;
}
