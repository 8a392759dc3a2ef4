import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { listChangedFields } from '../content/compareContent';
import { omitPosition, toContent } from '../content/entryContent';
import { DELETED, lockDrafts } from '../publishing/lockEntries';
import { compareDishes, toSortKey } from '../shared/content/compareDishes';
import { uidOf } from '../shared/content/contentTypes';
import type { ItemText } from '../shared/content/itemText';
import { headingIdsOf, isDishType, type MenuType, nameFieldOf } from '../shared/content/menuTypes';
import { parseStoredStatement, type StoredStatement } from '../shared/diet/dietaryStatement';
import { buildPopulate } from '../strapi/entries';
import { lockTable, updateRows } from '../strapi/rows';
import { MAX_INTEGER } from '../validation/unstorableValues';

/** One of the two versions of an item. */
interface ItemVersion extends ItemText {
  position: number | null;
  /** What is stated about it; `undefined`: nothing. */
  statement?: StoredStatement | undefined;
}

/** A dish or a drink of the menu. */
export interface Item {
  documentId: string;
  createdAt: Date;
  draft: ItemVersion;
  /** `undefined` when the site does not show the item. */
  published: ItemVersion | undefined;
  /** The fields that *Publish the menu* changes on the site; none when the site does not show the item. */
  changedFields: string[];
}

const GAP = 10;

/** Sorts items as the site does. An item that the site does not show has the place of its draft. */
export const sortItems = (items: Item[]): Item[] =>
  items.toSorted((a, b) => compareDishes(a.published ?? a.draft, b.published ?? b.draft));

/** Returns a position behind all others; `undefined` when there is none before the items are numbered again. */
export function findLastPosition(positions: (number | null)[]): number | undefined {
  const last = Math.max(0, ...positions.map(toSortKey)) + GAP;
  return last <= MAX_INTEGER ? last : undefined;
}

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
  const toVersion = (row: Record<string, unknown>): ItemVersion => ({
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
        draft: toVersion(row),
        published: published && toVersion(published),
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

/**
 * Makes other changes of the items and of their order wait until the transaction ends, and reads the items.
 * @returns the items in the order in which the site shows them
 */
export async function lockItems(strapi: Core.Strapi, type: MenuType): Promise<Item[]> {
  await lockDrafts(strapi, uidOf(type));
  return readItems(strapi, type);
}

/**
 * Makes other additions of items wait until the transaction ends: those of an empty list find no item that is locked. Call it
 * before any item is locked, so that two transactions never wait for each other.
 */
export const lockAdditions = (strapi: Core.Strapi, type: MenuType): Promise<void> =>
  lockTable(strapi, uidOf(type));

/** Numbers items again: 10, 20, 30 and so on. */
export const numberItems = (items: readonly Item[]): number[] => items.map((_, index) => (index + 1) * GAP);

/**
 * Returns the positions that items have on the site, the smallest first, so that a deleted item still comes back between its
 * neighbors after they were moved. Items with the same position, or without one, are numbered again.
 */
export function sortPositions(items: readonly Item[]): number[] {
  const positions = new Set(items.map(({ draft, published = draft }) => toSortKey(published.position)));
  positions.delete(toSortKey(null));
  return positions.size === items.length ? [...positions].sort((a, b) => a - b) : numberItems(items);
}

/**
 * Gives items positions in the given order, in both versions. Nothing else changes: no draft is published, and the admin calls
 * no item modified.
 */
export async function writeOrder(
  strapi: Core.Strapi,
  type: MenuType,
  items: readonly Item[],
  positions = sortPositions(items),
): Promise<void> {
  for (const [index, { documentId, draft, published = draft }] of items.entries()) {
    const position = positions[index];
    if (draft.position === position && published.position === position) continue;
    await updateRows(strapi, uidOf(type), { documentId }, { position });
  }
}
