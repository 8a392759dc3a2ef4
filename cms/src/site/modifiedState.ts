import type { Core } from '@strapi/strapi';
import { buildPopulate } from '../strapi/entries';
import { updateRows } from '../strapi/rows';
import { isSame } from './compareContent';
import type { EntryId } from './entry';
import { toContent } from './entryContent';

/** Makes the admin call a published entry modified exactly if the content of its draft differs. */
export async function updateModifiedState(strapi: Core.Strapi, { uid, documentId }: EntryId): Promise<void> {
  const populate = await buildPopulate(strapi, uid);
  const readEntry = (status: 'draft' | 'published') =>
    strapi.documents(uid).findOne({ documentId, status, populate });
  const [draft, published] = [await readEntry('draft'), await readEntry('published')];
  if (!draft || !published) throw new Error(`${uid} ${documentId} has lost a side.`);
  // The admin calls an entry modified when its draft is newer than its published version.
  const isModified = !isSame(toContent(strapi, uid, draft), toContent(strapi, uid, published));
  const timeOf = ({ updatedAt }: typeof draft) => new Date(updatedAt ?? 0).getTime();
  const publishedTime = timeOf(published);
  const updatedAt = new Date(isModified ? Math.max(timeOf(draft), publishedTime + 1) : publishedTime);
  await updateRows(strapi, uid, { id: Number(draft.id) }, { updatedAt });
}
