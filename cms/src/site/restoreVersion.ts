import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { findMenuType } from '../shared/content/menuTypes';
import type { VersionCommand } from '../shared/requests/changeCommands';
import { createEntryWithId, requireValidValues, writePublishedRow } from '../strapi/entries';
import { updateRows } from '../strapi/rows';
import { checkValues } from '../validation/checkValues';
import { applyChange, type SiteChange } from './applyChange';
import { type EntryId, toKeyOf, updateModifiedState } from './entry';
import { type Content, omitPosition, restoreContent } from './entryContent';
import { restoreOrder } from './itemOrder';
import { lockEntry } from './lockEntries';
import { entriesOf } from './publications';
import { type Author, recordPublished } from './recordVersions';
import {
  findHeads,
  findNewest,
  findShown,
  GONE,
  lockVersions,
  readDeletedEntry,
  requireVersion,
} from './storedVersions';
import { omitTemporary } from './temporaryFields';
import { publishedContent, type StoredVersion, sidesOf } from './version';

/**
 * Returns the change that makes a version what the site shows; what ends by itself stays as it is now. `undefined` for a version of an
 * entry that was never on the site.
 */
export function toRestoreChange(
  { uid, documentId }: EntryId,
  version: StoredVersion,
): SiteChange | undefined {
  const published = publishedContent(version);
  return published && { uid, documentId, fields: omitTemporary(omitPosition(published)), shown: true };
}

/** Creates an entry that was deleted again, in its place, with the draft and the creator that it had. */
async function createAgain(
  strapi: Core.Strapi,
  entry: EntryId,
  version: StoredVersion,
  author: Author,
): Promise<void> {
  const { uid, documentId } = entry;
  const deletion = await findNewest(strapi, { ...entry, kind: 'delete' });
  const deleted = deletion ? sidesOf(deletion) : {};
  const { position = null } = deleted.published ?? deleted.draft ?? {};
  const createdBy = (await readDeletedEntry(strapi, entry))?.createdBy?.id ?? author.userId;
  const restore = async (content: Content) => {
    const { values } = await restoreContent(strapi, uid, content);
    return { ...values, position, createdBy, updatedBy: author.userId };
  };
  const published = publishedContent(version);
  const draft = deleted.draft ?? published;
  if (!draft) throw new errors.NotFoundError(GONE);
  await createEntryWithId(strapi, uid, documentId, await restore(draft));
  if (published) {
    const values = await restore(published);
    await checkValues(strapi, { uid, documentId, values, isPublished: true });
    await requireValidValues(strapi, uid, values);
    await writePublishedRow(strapi, uid, { documentId, row: null, values });
    await recordPublished(strapi, entry, author);
    await updateModifiedState(strapi, entry);
  }
  if (deleted.createdAt !== undefined)
    await updateRows(strapi, uid, { documentId }, { createdAt: new Date(String(deleted.createdAt)) });
}

async function restoreEntry(
  strapi: Core.Strapi,
  entry: EntryId,
  versionId: number,
  author: Author,
): Promise<VersionCommand[]> {
  const exists = await lockEntry(strapi, entry);
  await lockVersions(strapi, entry);
  const version = await requireVersion(strapi, versionId);
  if (!exists) {
    await createAgain(strapi, entry, version, author);
    return [{ type: 'deleteEntry', ...entry }];
  }
  const change = toRestoreChange(entry, version);
  if (!change) return [];
  const newest = await findShown(strapi, entry);
  const { wasShown, hasChanged } = await applyChange(strapi, change, author);
  if (!wasShown) return [{ type: 'unpublishEntry', ...entry }];
  return newest && hasChanged ? [{ type: 'bringBack', version: newest.id }] : [];
}

/** Restores what the site showed of all entries of a publication right after it. */
async function restorePublication(
  strapi: Core.Strapi,
  publication: StoredVersion,
  author: Author,
): Promise<VersionCommand[]> {
  const entries = entriesOf(publication);
  const kept = await findHeads(strapi, { id: { $in: entries.map(({ version }) => version) } });
  const undos: VersionCommand[] = [];
  // In one order, because of deleted entries only the versions can be locked.
  for (const { version, uid, documentId } of entries.toSorted((a, b) => (toKeyOf(a) < toKeyOf(b) ? -1 : 1)))
    if (kept.some(({ id }) => id === version))
      undos.push(...(await restoreEntry(strapi, { uid, documentId }, version, author)));
  return undos;
}

/**
 * Makes a version what the site shows: publishes its content without the entry's draft, in which only what equalled the site follows;
 * restores what was taken off or deleted; restores an order; or does this with each entry of a publication. The result is a new version,
 * so it can be undone. The caller has locked the entries of a publication.
 * @returns the commands that undo it, none when nothing changed
 * @throws NotFoundError or ApplicationError with a sentence for the owner; nothing has changed then
 */
export async function restoreVersion(
  strapi: Core.Strapi,
  id: number,
  author: Author,
): Promise<VersionCommand[]> {
  const version = await requireVersion(strapi, id);
  const { uid, documentId } = version;
  try {
    return await strapi.db.transaction(async (): Promise<VersionCommand[]> => {
      if (documentId !== null) return restoreEntry(strapi, { uid, documentId }, id, author);
      if (version.kind === 'menu') return restorePublication(strapi, version, author);
      const type = findMenuType(uid);
      if (!type) throw new errors.NotFoundError(GONE);
      const before = await restoreOrder(strapi, type, await requireVersion(strapi, id), author);
      return before ? [{ type: 'bringBack', version: before }] : [];
    });
  } catch (error) {
    if (!(error instanceof errors.ApplicationError) || error instanceof errors.NotFoundError) throw error;
    throw new errors.ValidationError(
      `This version can’t be brought back as it is, so nothing has changed. ${error.message}`,
      // Such as the fields that a form marks.
      error.details,
    );
  }
}
