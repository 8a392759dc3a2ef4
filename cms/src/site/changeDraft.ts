import type { Core } from '@strapi/strapi';
import type { Account } from '../strapi/permissions';
import { type EntryId, readEntry, updateModifiedState } from './entry';
import type { Content } from './entryContent';
import { lockExisting } from './lockEntries';

/**
 * Saves fields of an entry in its draft, unless `change` returns none.
 * @param change checks the draft, which is locked
 * @throws NotFoundError with a sentence for the owner when the entry was deleted
 */
export async function changeDraft(
  strapi: Core.Strapi,
  entry: EntryId,
  { user }: Account,
  change: (draft: Content) => Content | undefined,
): Promise<void> {
  await strapi.db.transaction(async () => {
    await lockExisting(strapi, entry);
    const { draft = {} } = await readEntry(strapi, entry);
    const fields = change(draft);
    if (!fields) return;
    const data = { ...fields, updatedBy: user.id };
    await strapi.documents(entry.uid).update({ documentId: entry.documentId, data });
    await updateModifiedState(strapi, entry);
  });
}
