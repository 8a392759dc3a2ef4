import type { Core } from '@strapi/strapi';
import { uidOf } from '../shared/content/contentTypes';
import type { ItemText } from '../shared/content/itemText';
import { isDishType, type MenuType, nameFieldOf } from '../shared/content/menuTypes';
import { parseStoredStatement, type StoredStatement } from '../shared/diet/dietaryStatement';
import { type EntryId, readEntries, type Sides } from '../site/entry';
import type { Content } from '../site/entryContent';
import { readOrder } from '../site/itemOrder';

/** A dish or a drink of the menu, with its sides. */
export interface Item extends EntryId, Sides {
  draft: Content;
}

/** Returns the fields of an item that have its text: only a dish has a description. */
export const listTextFields = (type: MenuType): string[] =>
  isDishType(type) ? [nameFieldOf(type), 'description'] : [nameFieldOf(type)];

/** Returns the text of an item by one of its sides. */
export const toText = (type: MenuType, content: Content): ItemText => ({
  name: String(content[nameFieldOf(type)] ?? ''),
  ...(isDishType(type) && { description: String(content.description ?? '') }),
});

/** Returns what one side of an item states; `undefined`: nothing. */
export const toStatement = ({ dietaryStatement }: Content): StoredStatement | undefined =>
  parseStoredStatement(dietaryStatement);

/** Reads the items of a type in the order in which the site shows them. */
export async function readItems(strapi: Core.Strapi, type: MenuType): Promise<Item[]> {
  const entries = (await readOrder(strapi, type)).map(({ documentId }) => ({ uid: uidOf(type), documentId }));
  const read = await readEntries(strapi, entries);
  return entries.flatMap((entry) => {
    const { draft, ...sides } = read(entry);
    // It may have been deleted in between.
    return draft ? [{ ...entry, ...sides, draft }] : [];
  });
}
