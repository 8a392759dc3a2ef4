import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { uidOf } from '../shared/content/contentTypes';
import type { ItemText } from '../shared/content/itemText';
import { headingIdsOf, isDishType, type MenuType, nameFieldOf } from '../shared/content/menuTypes';
import { parseStoredStatement, type StoredStatement } from '../shared/diet/dietaryStatement';
import { readEntries, readEntry, type Sides } from '../site/entry';
import { type Content, listChangedFields, omitPosition } from '../site/entryContent';
import { readOrder } from '../site/itemOrder';
import { DELETED } from '../site/lockEntries';

/** One of the two sides of an item. */
interface ItemSide extends ItemText {
  /** What is stated about it; `undefined`: nothing. */
  statement?: StoredStatement | undefined;
}

/** A dish or a drink of the menu. */
export interface Item {
  documentId: string;
  createdAt?: unknown;
  draft: ItemSide;
  /** `undefined` when the site does not show the item. */
  published: ItemSide | undefined;
  /** The fields that *Publish the menu* changes on the site; none when the site does not show the item. */
  changedFields: string[];
}

/** Returns the fields of an item that have its text: only a dish has a description. */
export const listTextFields = (type: MenuType): string[] =>
  isDishType(type) ? [nameFieldOf(type), 'description'] : [nameFieldOf(type)];

/**
 * Returns an item of which the sides are read.
 * @throws NotFoundError with a sentence for the owner when it was deleted, or is a heading
 */
export function toItem(type: MenuType, documentId: string, { draft, published, createdAt }: Sides): Item {
  if (!draft || headingIdsOf(type).includes(documentId)) throw new errors.NotFoundError(DELETED);
  const toSide = (content: Content): ItemSide => ({
    name: String(content[nameFieldOf(type)] ?? ''),
    ...(isDishType(type) && { description: String(content.description ?? '') }),
    statement: parseStoredStatement(content.dietaryStatement),
  });
  return {
    documentId,
    createdAt,
    draft: toSide(draft),
    published: published && toSide(published),
    changedFields: published ? listChangedFields(omitPosition(draft), omitPosition(published)) : [],
  };
}

/** Reads the items of a type in the order in which the site shows them. */
export async function readItems(strapi: Core.Strapi, type: MenuType): Promise<Item[]> {
  const entries = (await readOrder(strapi, type)).map(({ documentId }) => ({ uid: uidOf(type), documentId }));
  const read = await readEntries(strapi, entries);
  // One may have been deleted in between.
  return entries.flatMap((entry) => (read(entry).draft ? toItem(type, entry.documentId, read(entry)) : []));
}

/** Reads an item, as `toItem` does. */
export const readItem = async (strapi: Core.Strapi, type: MenuType, documentId: string): Promise<Item> =>
  toItem(type, documentId, await readEntry(strapi, { uid: uidOf(type), documentId }));
