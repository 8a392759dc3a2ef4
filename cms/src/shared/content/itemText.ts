import { joinLines, unifyBreaks } from '../lineBreaks';

/** The text of an item of the menu; only a dish has a description. */
export interface ItemText {
  name: string;
  description?: string;
}

/** Whether two texts are the same; a missing description is an empty one, and a line break of one kind one of another. */
export const isSameItemText = (one: ItemText, other: ItemText): boolean =>
  joinLines(one.name) === joinLines(other.name) &&
  unifyBreaks(one.description ?? '') === unifyBreaks(other.description ?? '');
