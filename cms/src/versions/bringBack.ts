import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { findAuthor } from '../auditLog/accountName';
import { isSame } from '../content/compareContent';
import { type Content, omitPosition, restoreContent } from '../content/entryContent';
import { type Item, lockItems, writeOrder } from '../items/items';
import { lockEntry } from '../publishing/lockEntries';
import { publishValuesBesideDraft } from '../publishing/publishBesideDraft';
import { uidOf } from '../shared/content/contentTypes';
import { findMenuType, type MenuType } from '../shared/content/menuTypes';
import type { VersionCommand } from '../shared/requests/changeCommands';
import { createEntryWithId } from '../strapi/entries';
import { updateRows } from '../strapi/rows';
import { findShown, keepNewest, readEntry } from './recordVersions';
import { omitEndedNotice, omitTemporary } from './sameText';
import {
  findNewest,
  GONE,
  lockVersions,
  readDeletedEntry,
  requireVersion,
  storeVersion,
} from './storedVersions';
import { type EntryId, type Removed, removedIn, type StoredVersion } from './version';

/** Creates an entry that was deleted again, in its place, with the draft and the creator that it had. */
async function createAgain(
  strapi: Core.Strapi,
  { uid, documentId }: EntryId,
  version: StoredVersion,
  userId: number | null,
): Promise<void> {
  const deletion = await findNewest(strapi, { uid, documentId, kind: 'delete' });
  const deleted: Removed = deletion ? removedIn(deletion) : {};
  const { position } = deleted.published ?? deleted.draft ?? {};
  const { published } = removedIn(version);
  const { draft } = deleted;
  const restore = async (content: Content) => ({
    ...(
      await restoreContent(strapi, uid, {
        ...omitEndedNotice(content, Date.now()),
        position: position ?? null,
      })
    ).values,
    updatedBy: userId,
  });
  const documents = strapi.documents(uid);
  const first = published ?? draft;
  if (!first) throw new errors.NotFoundError(GONE);
  const createdBy = (await readDeletedEntry(strapi, { uid, documentId }))?.createdBy?.id ?? userId;
  await createEntryWithId(strapi, uid, documentId, { ...(await restore(first)), createdBy });
  if (published) {
    await documents.publish({ documentId });
    if (draft) await documents.update({ documentId, data: await restore(draft) });
  }
  if (deleted.createdAt === undefined) return;
  await updateRows(strapi, uid, { documentId }, { createdAt: new Date(String(deleted.createdAt)) });
}

/** A version that is brought back. */
interface BringBack {
  id: number;
  userId: number | null;
  /** Returns what becomes the state of the site instead of the version's content, if an entry that is not deleted has a draft. */
  adjust?: (content: Content, draft: Content) => Content;
}

async function bringBackEntry(
  strapi: Core.Strapi,
  entry: EntryId,
  { id: versionId, userId, adjust = (content) => content }: BringBack,
): Promise<VersionCommand | null> {
  await lockEntry(strapi, entry.uid, entry.documentId);
  await lockVersions(strapi, entry);
  const version = await requireVersion(strapi, versionId);
  const before = await readEntry(strapi, entry);
  if (!before.draft) {
    await createAgain(strapi, entry, version, userId);
    return { type: 'deleteEntry', ...entry };
  }
  const { published: stored } = removedIn(version);
  if (!stored) return null;
  const published = adjust(stored, before.draft);
  const newest = await findShown(strapi, entry);
  const shown = before.published ?? (newest && removedIn(newest).published);
  // What ends by itself stays as it is now.
  const { values } = await restoreContent(strapi, entry.uid, omitTemporary(omitPosition(published)));
  const hasOpenDraft = !shown || !isSame(omitPosition(before.draft), omitPosition(shown));
  const publish = () =>
    publishValuesBesideDraft<Content>(strapi, {
      ...entry,
      changePublished: (current) => ({ ...values, ...(!current && { position: before.draft?.position }) }),
      changeDraft: () => (hasOpenDraft ? {} : values),
      userId,
    });
  await (before.published ? keepNewest(publish) : publish());
  if (!before.published) return { type: 'unpublishEntry', ...entry };
  const current = await findNewest(strapi, entry);
  return newest && current?.id !== newest.id ? { type: 'bringBack', version: newest.id } : null;
}

/** Returns the dishes that still exist in the order of a version; those that were added since come last. */
function applyOrder(documentIds: unknown, dishes: Item[]): Item[] {
  const wanted = Array.isArray(documentIds) ? documentIds : [];
  return [
    ...wanted.flatMap((id) => dishes.find(({ documentId }) => documentId === id) ?? []),
    ...dishes.filter(({ documentId }) => !wanted.includes(documentId)),
  ];
}

const listIds = (dishes: Item[]): string[] => dishes.map(({ documentId }) => documentId);

async function bringBackOrder(
  strapi: Core.Strapi,
  type: MenuType,
  versionId: number,
  userId: number | null,
): Promise<VersionCommand | null> {
  const uid = uidOf(type);
  const dishes = await lockItems(strapi, type);
  const version = await requireVersion(strapi, versionId);
  const current = listIds(dishes);
  const wanted = applyOrder(version.content.documentIds, dishes);
  if (isSame(listIds(wanted), current)) return null;
  const order = { uid, documentId: null, kind: 'order' } as const;
  const findNewestOrder = () => findNewest(strapi, { uid, documentId: null });
  const recorded = await findNewestOrder();
  // Positions may have been changed in a form, so that the present order is in no version.
  if (!isSame(listIds(applyOrder(recorded?.content.documentIds, dishes)), current))
    await storeVersion(strapi, {
      ...order,
      author: null,
      content: { documentIds: current },
      change: 'The order before an earlier one was brought back',
    });
  const before = await findNewestOrder();
  await writeOrder(strapi, type, wanted);
  await storeVersion(strapi, {
    ...order,
    author: userId === null ? null : await findAuthor(strapi, userId),
    content: { documentIds: listIds(wanted) },
    change: 'An earlier order brought back',
  });
  return before ? { type: 'bringBack', version: before.id } : null;
}

/**
 * Makes a version the state of the site: publishes its content without the entry's draft, which stays as it is; restores what
 * was taken off or deleted; or restores an order. The result is a new version, so it can be undone.
 * @returns the command that undoes it, or `null` when nothing changed
 * @throws NotFoundError or ApplicationError with a sentence for the owner; nothing has changed then
 */
export async function bringBack(
  strapi: Core.Strapi,
  { id, userId, adjust }: BringBack,
): Promise<VersionCommand | null> {
  const { uid, documentId } = await requireVersion(strapi, id);
  try {
    return await strapi.db.transaction(async () => {
      if (documentId !== null) return bringBackEntry(strapi, { uid, documentId }, { id, userId, adjust });
      const type = findMenuType(uid);
      if (!type) throw new errors.NotFoundError(GONE);
      return bringBackOrder(strapi, type, id, userId);
    });
  } catch (error) {
    // The error keeps its class and details, such as the fields that a form marks.
    if (error instanceof errors.ApplicationError && !(error instanceof errors.NotFoundError))
      error.message = `This version can’t be brought back as it is, so nothing has changed. ${error.message}`;
    throw error;
  }
}
