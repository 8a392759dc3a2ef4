import { unifyBreaks } from '../lineBreaks';

/** Removes characters that nobody sees, such as zero-width spaces and direction marks, and makes every line break '\n'. */
export const toPlainText = (text: string): string =>
  unifyBreaks(text.replace(/\p{Default_Ignorable_Code_Point}/gu, ''));
