/** The text of an item of the menu; only a dish has a description. */
export interface ItemText {
  name: string;
  description?: string;
}

/** Whether two texts are the same; a missing description is an empty one. */
export const isSameItemText = (one: ItemText, other: ItemText): boolean =>
  one.name === other.name && (one.description ?? '') === (other.description ?? '');
