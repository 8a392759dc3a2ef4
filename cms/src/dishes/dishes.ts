import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { listChangedFields } from '../content/compareContent';
import { omitPosition, toContent } from '../content/entryContent';
import { DELETED, lockDrafts } from '../publishing/lockEntries';
import { compareDishes, toSortKey } from '../shared/content/compareDishes';
import { uidOf } from '../shared/content/contentTypes';
import { type DishType, nameFieldOf } from '../shared/content/menuTypes';
import { parseStoredStatement, type StoredStatement } from '../shared/diet/dietaryStatement';
import { buildPopulate } from '../strapi/entries';
import { lockTable, updateRows } from '../strapi/rows';
import { MAX_INTEGER } from '../validation/unstorableValues';

/** One of the two versions of a dish. */
interface DishVersion {
  name: string;
  description: string;
  position: number | null;
  /** What is stated about it; `undefined`: nothing. */
  statement?: StoredStatement | undefined;
}

export interface Dish {
  documentId: string;
  createdAt: Date;
  draft: DishVersion;
  /** `undefined` when the site does not show the dish. */
  published: DishVersion | undefined;
  /** The fields that *Publish the menu* changes on the site; none when the site does not show the dish. */
  changedFields: string[];
}

const GAP = 10;

/** Sorts dishes as the site does. A dish that the site does not show has the place of its draft. */
export const sortDishes = (dishes: Dish[]): Dish[] =>
  dishes.toSorted((a, b) => compareDishes(a.published ?? a.draft, b.published ?? b.draft));

/** Returns a position behind all others; `undefined` when there is none before the dishes are numbered again. */
export function findLastPosition(positions: (number | null)[]): number | undefined {
  const last = Math.max(0, ...positions.map(toSortKey)) + GAP;
  return last <= MAX_INTEGER ? last : undefined;
}

/**
 * Reads the dishes of a type in the order in which the site shows them.
 * @param where selects some of them
 */
export async function readDishes(strapi: Core.Strapi, type: DishType, where: object = {}): Promise<Dish[]> {
  const uid = uidOf(type);
  const nameField = nameFieldOf(type);
  const populate = await buildPopulate(strapi, uid);
  const rows: Record<string, unknown>[] = await strapi.db.query(uid).findMany({ where, populate });
  const toVersion = (row: Record<string, unknown>): DishVersion => ({
    name: String(row[nameField] ?? ''),
    description: String(row.description ?? ''),
    position: typeof row.position === 'number' ? row.position : null,
    statement: parseStoredStatement(row.dietaryStatement),
  });
  const contentOf = (row: Record<string, unknown>) => omitPosition(toContent(strapi, uid, row));
  const publishedRows = new Map(rows.filter((row) => row.publishedAt).map((row) => [row.documentId, row]));
  const drafts = rows.filter((row) => !row.publishedAt);
  return sortDishes(
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
 * Reads a dish.
 * @throws NotFoundError with a sentence for the owner when it was deleted
 */
export async function readDish(strapi: Core.Strapi, type: DishType, documentId: string): Promise<Dish> {
  const [dish] = await readDishes(strapi, type, { documentId });
  if (!dish) throw new errors.NotFoundError(DELETED);
  return dish;
}

/**
 * Makes other changes of the dishes and of their order wait until the transaction ends, and reads the dishes.
 * @returns the dishes in the order in which the site shows them
 */
export async function lockDishes(strapi: Core.Strapi, type: DishType): Promise<Dish[]> {
  await lockDrafts(strapi, uidOf(type));
  return readDishes(strapi, type);
}

/**
 * Makes other additions of dishes wait until the transaction ends: those of an empty list find no dish that is locked. Call it
 * before any dish is locked, so that two transactions never wait for each other.
 */
export const lockAdditions = (strapi: Core.Strapi, type: DishType): Promise<void> =>
  lockTable(strapi, uidOf(type));

/** Numbers dishes again: 10, 20, 30 and so on. */
export const numberDishes = (dishes: readonly Dish[]): number[] =>
  dishes.map((_, index) => (index + 1) * GAP);

/**
 * Returns the positions that dishes have on the site, the smallest first, so that a deleted dish still comes back between its
 * neighbors after they were moved. Dishes with the same position, or without one, are numbered again.
 */
export function sortPositions(dishes: readonly Dish[]): number[] {
  const positions = new Set(dishes.map(({ draft, published = draft }) => toSortKey(published.position)));
  positions.delete(toSortKey(null));
  return positions.size === dishes.length ? [...positions].sort((a, b) => a - b) : numberDishes(dishes);
}

/**
 * Gives dishes positions in the given order, in both versions. Nothing else changes: no draft is published, and the admin calls
 * no dish modified.
 */
export async function writeOrder(
  strapi: Core.Strapi,
  type: DishType,
  dishes: readonly Dish[],
  positions = sortPositions(dishes),
): Promise<void> {
  for (const [index, { documentId, draft, published = draft }] of dishes.entries()) {
    const position = positions[index];
    if (draft.position === position && published.position === position) continue;
    await updateRows(strapi, uidOf(type), { documentId }, { position });
  }
}
