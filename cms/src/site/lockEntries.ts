import type { Core, UID } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { lockRows } from '../strapi/rows';
import { type EntryId, groupByType } from './entry';

export const DELETED =
  'This is not there any more: somebody has deleted it in the meantime. Load the page again.';

/**
 * Makes other changes of entries wait until the transaction ends: on Postgres for the locks of their drafts, on SQLite for the only
 * connection. A transaction calls this once, with all entries that it changes and before it changes anything: the locks are taken type
 * by type in the order of the rows, so that two transactions never wait for each other.
 */
export async function lockEntries(strapi: Core.Strapi, entries: EntryId[]): Promise<void> {
  for (const [uid, group] of groupByType(entries))
    await lockDrafts(strapi, uid, { documentId: { $in: group.map(({ documentId }) => documentId) } });
}

/** Locks the entries of a type that match, as `lockEntries` does; without a condition, all of them. */
export const lockDrafts = (
  strapi: Core.Strapi,
  uid: UID.ContentType,
  where: object = {},
): Promise<{ id: number }[]> => lockRows(strapi, uid, { ...where, publishedAt: { $null: true } });

/**
 * Locks an entry, as `lockEntries` does.
 * @returns whether it exists: `false` when it was deleted
 */
export async function lockEntry(strapi: Core.Strapi, { uid, documentId }: EntryId): Promise<boolean> {
  const [draft] = await lockDrafts(strapi, uid, { documentId });
  if (draft) return true;
  // *Discard changes*, for whose end this may have waited, puts the draft into a new row.
  const drafts = await strapi.db.query(uid).count({ where: { documentId, publishedAt: { $null: true } } });
  return drafts > 0 && lockEntry(strapi, { uid, documentId });
}

/** Locks an entry that must exist, as `lockEntries` does. */
export async function lockExisting(strapi: Core.Strapi, entry: EntryId): Promise<void> {
  if (!(await lockEntry(strapi, entry))) throw new errors.NotFoundError(DELETED);
}
