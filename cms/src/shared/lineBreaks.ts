/**
 * Makes every line break in a text '\n': texts that are pasted from other programs have vertical tabs, form feeds and the
 * separators of Unicode, which browsers show as a box or not at all.
 */
export const unifyBreaks = (text: string): string => text.replace(/\r\n|[\v\f\r\u0085\u2028\u2029]/g, '\n');

/** Makes a text one line, for a field that has only one. */
export const joinLines = (text: string): string => unifyBreaks(text).replace(/ *\n+ */g, ' ');
