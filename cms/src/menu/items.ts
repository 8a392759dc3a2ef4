import type { ItemText } from '../shared/content/itemText';
import { isDishType, type MenuType, nameFieldOf } from '../shared/content/menuTypes';
import type { Content } from '../site/entryContent';

/** Returns the fields of an item that have its text: only a dish has a description. */
export const listTextFields = (type: MenuType): string[] =>
  isDishType(type) ? [nameFieldOf(type), 'description'] : [nameFieldOf(type)];

/** Returns the text of an item by one of its sides. */
export const toText = (type: MenuType, content: Content): ItemText => ({
  name: String(content[nameFieldOf(type)] ?? ''),
  ...(isDishType(type) && { description: String(content.description ?? '') }),
});
