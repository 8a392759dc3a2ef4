import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { uidOf } from '../shared/content/contentTypes';
import type { ItemText } from '../shared/content/itemText';
import { headingIdsOf, isDishType, type MenuType, nameFieldOf } from '../shared/content/menuTypes';
import { parseStoredStatement, type StoredStatement } from '../shared/diet/dietaryStatement';
import { listChangedFields, omitPosition, toContent } from '../site/entryContent';
import { type PlacedItem, sortItems } from '../site/itemOrder';
import { DELETED } from '../site/lockEntries';
import { buildPopulate } from '../strapi/entries';

/** One of the two sides of an item. */
interface ItemSide extends ItemText {
  position: number | null;
  /** What is stated about it; `undefined`: nothing. */
  statement?: StoredStatement | undefined;
}

/** A dish or a drink of the menu. */
export interface Item extends PlacedItem {
  createdAt: Date;
  draft: ItemSide;
  published: ItemSide | undefined;
  /** The fields that *Publish the menu* changes on the site; none when the site does not show the item. */
  changedFields: string[];
}

/** Returns the fields of an item that have its text: only a dish has a description. */
export const listTextFields = (type: MenuType): string[] =>
  isDishType(type) ? [nameFieldOf(type), 'description'] : [nameFieldOf(type)];

/**
 * Reads the items of a type in the order in which the site shows them.
 * @param where selects some of them
 */
export async function readItems(strapi: Core.Strapi, type: MenuType, where: object = {}): Promise<Item[]> {
  const uid = uidOf(type);
  const nameField = nameFieldOf(type);
  const populate = await buildPopulate(strapi, uid);
  const isItem = { documentId: { $notIn: headingIdsOf(type) } };
  const rows: Record<string, unknown>[] = await strapi.db
    .query(uid)
    .findMany({ where: { $and: [where, isItem] }, populate });
  const toSide = (row: Record<string, unknown>): ItemSide => ({
    name: String(row[nameField] ?? ''),
    ...(isDishType(type) && { description: String(row.description ?? '') }),
    position: typeof row.position === 'number' ? row.position : null,
    statement: parseStoredStatement(row.dietaryStatement),
  });
  const contentOf = (row: Record<string, unknown>) => omitPosition(toContent(strapi, uid, row));
  const publishedRows = new Map(rows.filter((row) => row.publishedAt).map((row) => [row.documentId, row]));
  const drafts = rows.filter((row) => !row.publishedAt);
  return sortItems(
    drafts.map((row) => {
      const published = publishedRows.get(row.documentId);
      return {
        documentId: String(row.documentId),
        createdAt: new Date(String(row.createdAt)),
        draft: toSide(row),
        published: published && toSide(published),
        changedFields: published ? listChangedFields(contentOf(row), contentOf(published)) : [],
      };
    }),
  );
}

/**
 * Reads an item.
 * @throws NotFoundError with a sentence for the owner when it was deleted
 */
export async function readItem(strapi: Core.Strapi, type: MenuType, documentId: string): Promise<Item> {
  const [item] = await readItems(strapi, type, { documentId });
  if (!item) throw new errors.NotFoundError(DELETED);
  return item;
}

/** Selects the items that *Publish the menu* changes on the site. Items that were taken off are none of them. */
export const selectUnpublished = (items: Item[], newIds: Set<string>): Item[] =>
  items.filter(({ documentId, changedFields }) => changedFields.length > 0 || newIds.has(documentId));
