/** Removes characters that nobody sees, such as zero-width spaces and direction marks, and makes every line break '\n'. */
export const toPlainText = (text: string): string =>
  text.replace(/\p{Default_Ignorable_Code_Point}/gu, '').replace(/\r\n|[\v\f\r\u0085\u2028\u2029]/g, '\n');
