import type { Core } from '@strapi/strapi';
import { compareDishes, toSortKey } from '../shared/content/compareDishes';
import { uidOf } from '../shared/content/contentTypes';
import { headingIdsOf, type MenuType } from '../shared/content/menuTypes';
import { lockTable, updateRows } from '../strapi/rows';
import { MAX_INTEGER } from '../validation/unstorableValues';
import { type Entry, findEntries, nameEntry } from './entry';
import { type Content, isSame } from './entryContent';
import { lockDrafts } from './lockEntries';
import type { Author } from './recordVersions';
import { findNewest, storeVersion, updateVersion } from './storedVersions';
import type { StoredVersion } from './version';

const GAP = 10;
/** A move that comes later than this after the one before begins a new version of the order. */
const MAX_PAUSE_MS = 5 * 60_000;

const positionOf = ({ position }: Content): number | null => (typeof position === 'number' ? position : null);

/** Sorts items as the site does. An item that the site does not show has the place of its draft. */
export function sortItems(items: Entry[]): Entry[] {
  const placeOf = ({ uid, draft, published = draft }: Entry) => ({
    name: nameEntry(uid, published),
    position: positionOf(published),
  });
  return items.toSorted((one, other) => compareDishes(placeOf(one), placeOf(other)));
}

/** Reads the dishes or drinks of a type in the order in which the site shows them. */
export const readItems = async (strapi: Core.Strapi, type: MenuType): Promise<Entry[]> =>
  sortItems(await findEntries(strapi, uidOf(type), { documentId: { $notIn: headingIdsOf(type) } }));

export const listIds = (items: Entry[]): string[] => items.map(({ documentId }) => documentId);

/** Makes other changes of the items of a type and of their order wait until the transaction ends, and reads the order. */
export async function lockOrder(strapi: Core.Strapi, type: MenuType): Promise<Entry[]> {
  await lockDrafts(strapi, uidOf(type));
  return readItems(strapi, type);
}

/** Numbers items again: 10, 20, 30 and so on. */
const numberItems = (items: Entry[]): number[] => items.map((_, index) => (index + 1) * GAP);

/**
 * Returns the positions that items have on the site, the smallest first, so that a deleted item still comes back between its
 * neighbors after they were moved. Items with the same position, or without one, are numbered again.
 */
export function sortPositions(items: Entry[]): number[] {
  const positions = new Set(items.map(({ draft, published = draft }) => toSortKey(positionOf(published))));
  positions.delete(toSortKey(null));
  return positions.size === items.length ? [...positions].sort((a, b) => a - b) : numberItems(items);
}

/** Returns a position behind all others; `undefined` when there is none before the items are numbered again: also when one has no position, which is sorted last. */
export function findLastPosition(positions: (number | null)[]): number | undefined {
  const last = Math.max(0, ...positions.map(toSortKey)) + GAP;
  return last <= MAX_INTEGER ? last : undefined;
}

/**
 * Returns the position behind all items of a type, which get new positions if there is none. Other additions wait until the
 * transaction of the caller ends, so that no two items get the same one.
 */
export async function makeLastPosition(strapi: Core.Strapi, type: MenuType): Promise<number> {
  // First, so that two transactions never wait for each other: the items of an empty list can't be locked.
  await lockTable(strapi, uidOf(type));
  const items = await lockOrder(strapi, type);
  const last = findLastPosition(
    items.flatMap(({ draft, published = draft }) => [draft, published].map(positionOf)),
  );
  if (last !== undefined) return last;
  await writeOrder(strapi, type, items, numberItems(items));
  return (items.length + 1) * GAP;
}

/**
 * Gives items positions in the given order, on both sides. Nothing else changes: no draft is published, and the admin calls no item
 * modified.
 */
export async function writeOrder(
  strapi: Core.Strapi,
  type: MenuType,
  items: Entry[],
  positions = sortPositions(items),
): Promise<void> {
  for (const [index, { documentId, draft, published = draft }] of items.entries()) {
    const position = positions[index];
    if (draft.position === position && published.position === position) continue;
    await updateRows(strapi, uidOf(type), { documentId }, { position });
  }
}

/**
 * Puts a new item after another one, `null` for the first place; in the last one when the other was deleted. No version records it: the
 * site shows the same as before.
 */
export async function placeAfter(
  strapi: Core.Strapi,
  type: MenuType,
  documentId: string,
  previousId: string | null,
): Promise<void> {
  const items = await readItems(strapi, type);
  const item = items.find((other) => other.documentId === documentId);
  const others = items.filter((other) => other !== item);
  const index = previousId === null ? 0 : listIds(others).indexOf(previousId) + 1;
  if (!item || (index === 0 && previousId !== null)) return;
  await writeOrder(strapi, type, others.toSpliced(index, 0, item));
}

const findNewestOrder = (strapi: Core.Strapi, type: MenuType) =>
  findNewest(strapi, { uid: uidOf(type), documentId: null });

/** Returns the version of an order, which has no document id. */
export const toOrderVersion = (type: MenuType, items: Entry[], author: string | null) =>
  ({
    uid: uidOf(type),
    documentId: null,
    kind: 'order',
    author,
    content: { documentIds: listIds(items) },
  }) as const;

const SEVERAL_MOVED = 'Several were moved';

/** Describes for the owner how an order differs from the one before. */
export function describeMove(before: Entry[], after: Entry[]): string {
  const without = (items: Entry[], item: Entry) => listIds(items.filter((other) => other !== item));
  const nameOf = ({ uid, draft }: Entry) => `“${nameEntry(uid, draft)}”`;
  const moved = after.find(
    (item, place) => item !== before[place] && isSame(without(before, item), without(after, item)),
  );
  if (!moved) return SEVERAL_MOVED;
  const next = after[after.indexOf(moved) + 1];
  return `${nameOf(moved)} moved ${next ? `before ${nameOf(next)}` : 'to the end'}`;
}

/**
 * Puts items into another order, and records that as a version; the moves that an account makes in one go are one. Call it in a
 * transaction.
 */
export async function changeOrder(
  strapi: Core.Strapi,
  type: MenuType,
  items: Entry[],
  moved: Entry[],
  author: Author,
): Promise<void> {
  await writeOrder(strapi, type, moved);
  const order = toOrderVersion(type, moved, author.name);
  const last = await findNewestOrder(strapi, type);
  const time = new Date();
  // Negative when the clock was set back.
  const pause = last ? +time - Date.parse(last.time) : 0;
  const continues =
    last && author.name !== null && last.author === author.name && Math.abs(pause) < MAX_PAUSE_MS;
  if (continues) await updateVersion(strapi, last.id, { ...order, change: SEVERAL_MOVED, time });
  else await storeVersion(strapi, { ...order, change: describeMove(items, moved) });
}

/** Returns the items that still exist in the order of a version; those that were added since come last. */
export function applyOrder(documentIds: unknown, items: Entry[]): Entry[] {
  const wanted = Array.isArray(documentIds) ? documentIds : [];
  return [
    ...wanted.flatMap((id) => items.find(({ documentId }) => documentId === id) ?? []),
    ...items.filter(({ documentId }) => !wanted.includes(documentId)),
  ];
}

/**
 * Puts items into the order of a version. Call it in a transaction.
 * @returns the id of the version with the order from before; `null` when it was the same
 */
export async function restoreOrder(
  strapi: Core.Strapi,
  type: MenuType,
  { content }: StoredVersion,
  author: Author,
): Promise<number | null> {
  const items = await lockOrder(strapi, type);
  const wanted = applyOrder(content.documentIds, items);
  if (isSame(wanted, items)) return null;
  const newest = await findNewestOrder(strapi, type);
  // Positions may have been changed in a form, so that the present order is in no version.
  const isRecorded = newest && isSame(applyOrder(newest.content.documentIds, items), items);
  const unrecorded = {
    ...toOrderVersion(type, items, null),
    change: 'The order before an earlier one was brought back',
  };
  const before = isRecorded ? newest.id : await storeVersion(strapi, unrecorded);
  await writeOrder(strapi, type, wanted);
  const order = toOrderVersion(type, wanted, author.name);
  await storeVersion(strapi, { ...order, change: 'An earlier order brought back' });
  return before;
}
