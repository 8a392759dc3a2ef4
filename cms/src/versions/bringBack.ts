import type { Core, UID } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { findContentType } from '../content/contentTypes';
import { publishWithoutDraft } from '../content/publishChange';
import { readOrder, writeOrder } from './dishOrder';
import { type Entry, lockEntry, type Removed, readEntry } from './recordVersions';
import { findAuthor, findNewest, lockVersions, type StoredVersion, storeVersion } from './storedVersions';
import { type Content, isSame, omitPosition, restoreContent } from './versionContent';
import type { Undo } from './versions';

const GONE = 'This version is not kept any more. Load the page again.';

/** Returns the request that brings a version back. */
const undoTo = (id: number): Undo => ({ method: 'POST', path: `/versions/${id}/bring-back`, body: {} });

/** Returns the path of an entry in Strapi's own API of the admin, which takes it off the site or deletes it. */
const adminPath = ({ uid, documentId }: Entry) =>
  `/content-manager/collection-types/${uid}/${encodeURIComponent(documentId)}`;

/** @throws NotFoundError with a sentence for the owner */
export async function requireVersion(strapi: Core.Strapi, id: number): Promise<StoredVersion> {
  const version = Number.isSafeInteger(id) ? await findNewest(strapi, { id }) : null;
  // A type may have been removed since.
  if (!version || !findContentType(version.uid)) throw new errors.NotFoundError(GONE);
  return version;
}

/** Returns what a version brings back of an entry. */
const removedIn = ({ kind, content }: StoredVersion): Removed =>
  kind === 'publish' ? { published: content } : content;

/** Creates an entry that was deleted again, in its place and with the draft that it had. */
async function createAgain(
  strapi: Core.Strapi,
  { uid, documentId }: Entry,
  version: StoredVersion,
  userId: number,
): Promise<void> {
  const deletion = await findNewest(strapi, { uid, documentId, kind: 'delete' });
  const deleted: Removed = deletion ? removedIn(deletion) : {};
  const { position } = deleted.published ?? deleted.draft ?? {};
  const { published } = removedIn(version);
  const { draft } = deleted;
  const restore = async (content: Content) => ({
    ...(await restoreContent(strapi, uid, { ...content, position: position ?? null })).values,
    updatedBy: userId,
  });
  const documents = strapi.documents(uid);
  const first = published ?? draft;
  if (!first) throw new errors.NotFoundError(GONE);
  await documents.create({ data: { ...(await restore(first)), documentId, createdBy: userId } });
  if (!published) return;
  await documents.publish({ documentId });
  if (draft) await documents.update({ documentId, data: await restore(draft) });
}

async function bringBackEntry(
  strapi: Core.Strapi,
  entry: Entry,
  version: StoredVersion,
  userId: number,
): Promise<Undo | null> {
  await lockEntry(strapi, entry);
  const before = await readEntry(strapi, entry);
  if (!before.draft) {
    await createAgain(strapi, entry, version, userId);
    return { method: 'DELETE', path: adminPath(entry), body: {} };
  }
  const { published } = removedIn(version);
  if (!published) return null;
  const newest = await findNewest(strapi, { ...entry, kind: 'publish' });
  const shown = before.published ?? newest?.content;
  const { values } = await restoreContent(strapi, entry.uid, omitPosition(published));
  const hasOpenDraft = !shown || !isSame(omitPosition(before.draft), omitPosition(shown));
  await publishWithoutDraft<Content>(strapi, {
    ...entry,
    changePublished: (current) => ({ ...values, ...(!current && { position: before.draft?.position }) }),
    changeDraft: () => (hasOpenDraft ? {} : values),
    userId,
  });
  if (!before.published) return { method: 'POST', path: `${adminPath(entry)}/actions/unpublish`, body: {} };
  const current = await findNewest(strapi, entry);
  return newest && current?.id !== newest.id ? undoTo(newest.id) : null;
}

/** Returns the document ids that still exist in the order of a version; dishes that were added since come last. */
function applyOrder(documentIds: unknown, current: string[]): string[] {
  const wanted = Array.isArray(documentIds) ? documentIds : [];
  return [
    ...wanted.filter((documentId) => current.includes(documentId)),
    ...current.filter((documentId) => !wanted.includes(documentId)),
  ];
}

async function bringBackOrder(
  strapi: Core.Strapi,
  uid: UID.ContentType,
  version: StoredVersion,
  userId: number,
): Promise<Undo | null> {
  const current = await readOrder(strapi, uid);
  const wanted = applyOrder(version.content.documentIds, current);
  if (isSame(wanted, current)) return null;
  const order = { uid, documentId: null, kind: 'order' } as const;
  const findNewestOrder = () => findNewest(strapi, { uid, documentId: null });
  const recorded = await findNewestOrder();
  // Positions may have been changed in a form, so that the present order is in no version.
  if (!isSame(applyOrder(recorded?.content.documentIds, current), current))
    await storeVersion(strapi, {
      ...order,
      author: null,
      content: { documentIds: current },
      change: 'The order before an earlier one was brought back',
    });
  const before = await findNewestOrder();
  await writeOrder(strapi, uid, wanted);
  await storeVersion(strapi, {
    ...order,
    author: await findAuthor(strapi, userId),
    content: { documentIds: wanted },
    change: 'An earlier order brought back',
  });
  return before ? undoTo(before.id) : null;
}

/**
 * Makes a version the state of the site: publishes its content without the entry's draft, which stays as it is; restores what
 * was taken off or deleted; or restores an order. The result is a new version, so it can be undone.
 * @returns the request that undoes it, or `null` when nothing changed
 * @throws NotFoundError or ApplicationError with a sentence for the owner; nothing has changed then
 */
export async function bringBack(
  strapi: Core.Strapi,
  { id, userId }: { id: number; userId: number },
): Promise<Undo | null> {
  const { uid, documentId } = await requireVersion(strapi, id);
  try {
    return await strapi.db.transaction(async () => {
      await lockVersions(strapi, { uid, documentId });
      const version = await requireVersion(strapi, id);
      return documentId === null
        ? bringBackOrder(strapi, uid, version, userId)
        : bringBackEntry(strapi, { uid, documentId }, version, userId);
    });
  } catch (error) {
    // The error keeps its class and details, such as the fields that a form marks.
    if (error instanceof errors.ApplicationError && !(error instanceof errors.NotFoundError))
      error.message = `This version can’t be brought back as it is, so nothing has changed. ${error.message}`;
    throw error;
  }
}
