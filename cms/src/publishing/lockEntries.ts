import type { Core, UID } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { lockRows, readRowIds } from '../strapi/rows';

export const DELETED =
  'This is not there any more: somebody has deleted it in the meantime. Load the page again.';

/**
 * Makes other changes of entries wait until the transaction ends: on Postgres for the locks of their drafts, on SQLite for the
 * only connection. Every transaction locks drafts before it locks or changes anything else, several of them in the order of
 * their ids, so that two never wait for each other.
 * @returns the rows of the drafts
 */
export const lockDrafts = (
  strapi: Core.Strapi,
  uid: UID.ContentType,
  where: object = {},
): Promise<{ id: number }[]> => lockRows(strapi, uid, { ...where, publishedAt: { $null: true } });

/**
 * Makes other changes of an entry wait until the transaction ends, as `lockDrafts` does.
 * @returns the row of the draft; `undefined` when the entry was deleted
 */
export async function lockEntry(
  strapi: Core.Strapi,
  uid: UID.ContentType,
  documentId: string,
): Promise<{ id: number } | undefined> {
  const [draft] = await lockDrafts(strapi, uid, { documentId });
  if (draft) return draft;
  // *Discard changes*, for whose end this may have waited, puts the draft into a new row.
  const [newDraft] = await readRowIds(strapi, uid, { documentId, publishedAt: { $null: true } });
  return newDraft && lockEntry(strapi, uid, documentId);
}

/**
 * Locks an entry that must exist, as `lockEntry` does.
 * @throws NotFoundError with a sentence for the owner when the entry was deleted
 */
export async function lockDraft(
  strapi: Core.Strapi,
  uid: UID.ContentType,
  documentId: string,
): Promise<{ id: number }> {
  const draft = await lockEntry(strapi, uid, documentId);
  if (!draft) throw new errors.NotFoundError(DELETED);
  return draft;
}
