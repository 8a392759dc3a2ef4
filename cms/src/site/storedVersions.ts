import type { Core, UID } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import type { EntryTarget } from '../permissions/entryPermissions';
import { findContentType } from '../shared/content/contentTypes';
import { addModel, lockRows, selectNewestIds } from '../strapi/rows';
import { MAX_INTEGER } from '../validation/unstorableValues';
import type { EntryId } from './entry';
import {
  type NewVersion,
  type StoredVersion,
  sidesOf,
  type VersionedEntry,
  type VersionHead,
} from './version';

/** The uid of the model; Strapi's name for the table. */
const MODEL = 'site::version';

const TABLE = 'site_versions';

const MAX_VERSIONS = 100;
/** The deleted entries of all types that can be brought back. */
const MAX_DELETED = 1_000;

const HEAD = ['id', 'uid', 'documentId', 'kind', 'time', 'author', 'change'];

/**
 * Adds the table of the versions to the database. It is a model and not a content type, so it has no permissions, API or
 * screens, but Strapi creates it and the backups contain it.
 */
export function addVersionsModel(strapi: Core.Strapi): void {
  addModel(strapi, {
    uid: MODEL,
    singularName: 'site_version',
    tableName: TABLE,
    attributes: {
      id: { type: 'increments' },
      uid: { type: 'string' },
      documentId: { type: 'string', columnName: 'document_id' },
      kind: { type: 'string' },
      time: { type: 'datetime' },
      author: { type: 'text' },
      content: { type: 'json' },
      change: { type: 'text' },
    },
    indexes: [{ name: 'site_versions_entry_index', columns: ['uid', 'document_id'] }],
  });
}

/**
 * Selects the versions of one entry that are deleted: all but the newest 100, and the one that the site showed last, so that a
 * dish that was taken off never counts as new.
 * @param versions newest first
 */
export function selectExpired<Version extends Pick<VersionHead, 'kind'>>(versions: Version[]): Version[] {
  const lastShown = versions.find(({ kind }) => kind === 'publish' || kind === 'unpublish');
  return versions.filter((version, index) => index >= MAX_VERSIONS && version !== lastShown);
}

/** Deletes the versions that match. */
export const deleteVersions = (strapi: Core.Strapi, where: object): Promise<unknown> =>
  strapi.db.query(MODEL).deleteMany({ where });

/** Reads versions without their content, newest first. */
export const findHeads = (strapi: Core.Strapi, where: object): Promise<VersionHead[]> =>
  strapi.db.query(MODEL).findMany({ select: HEAD, where, orderBy: { id: 'desc' } });

/** Reads the newest version that matches, with its content. */
export const findNewest = (strapi: Core.Strapi, where: object): Promise<StoredVersion | null> =>
  strapi.db.query(MODEL).findOne({ where, orderBy: { id: 'desc' } });

/** The versions that tell whether the site has shown an entry: one whose first publication was undone counts as new. */
const SHOWN_KINDS = ['publish', 'unpublish', 'undoFirst'];

/** Finds the version of an entry that has what the site showed last; `null` when it never showed one. */
export async function findShown(
  strapi: Core.Strapi,
  { uid, documentId }: EntryId,
): Promise<StoredVersion | null> {
  const newest = await findNewest(strapi, { uid, documentId, kind: { $in: SHOWN_KINDS } });
  return newest?.kind === 'undoFirst' ? null : newest;
}

/** Lists the document ids of the entries of a type that the site shows or has shown. */
export async function listShownIds(strapi: Core.Strapi, uid: UID.ContentType): Promise<(string | null)[]> {
  const newest = selectNewest(strapi).where({ uid }).whereIn('kind', SHOWN_KINDS);
  const heads = await findHeads(strapi, { id: { $in: newest }, kind: { $ne: 'undoFirst' } });
  return heads.map(({ documentId }) => documentId);
}

export const GONE = 'This version is not kept any more. Load the page again.';

/**
 * Reads a version.
 * @throws NotFoundError with a sentence for the owner when it is not kept any more
 */
export async function requireVersion(strapi: Core.Strapi, id: number): Promise<StoredVersion> {
  const isId = Number.isInteger(id) && id > 0 && id <= MAX_INTEGER;
  const version = isId ? await findNewest(strapi, { id }) : null;
  // A type may have been removed since.
  if (!version || !findContentType(version.uid)) throw new errors.NotFoundError(GONE);
  return version;
}

/**
 * Reads a deleted entry as it was, with the account that had added it and the roles of the account; `undefined` when no deletion is
 * kept. Deletions by older versions of the CMS have no account.
 */
export async function readDeletedEntry(
  strapi: Core.Strapi,
  { uid, documentId }: VersionedEntry,
): Promise<{ createdBy: { id: number } | null } | undefined> {
  const version = await findNewest(strapi, { uid, documentId, kind: 'delete' });
  if (!version) return undefined;
  const { published, draft, createdBy } = sidesOf(version);
  const users = strapi.db.query('admin::user');
  const account = createdBy && (await users.findOne({ where: { id: createdBy }, populate: ['roles'] }));
  return { ...published, ...draft, createdBy: account || null };
}

/** Returns the entries that bringing a version back changes: an order is that of all dishes of a type. */
export const targetOf = (strapi: Core.Strapi, { uid, documentId }: VersionedEntry): EntryTarget =>
  documentId === null
    ? 'every'
    : { documentId, findDeleted: () => readDeletedEntry(strapi, { uid, documentId }) };

/** Reads versions with their content, newest first. */
export const findVersions = (strapi: Core.Strapi, where: object): Promise<StoredVersion[]> =>
  strapi.db.query(MODEL).findMany({ where, orderBy: { id: 'desc' } });

/** Selects the ids of the newest version of each entry. */
const selectNewest = (strapi: Core.Strapi) => selectNewestIds(strapi, TABLE, ['uid', 'document_id']);

/** Reads the newest version of each entry, with its content. */
export const findNewestOfEach = (strapi: Core.Strapi): Promise<StoredVersion[]> =>
  findVersions(strapi, { id: { $in: selectNewest(strapi) } });

const openFirstTime = (strapi: Core.Strapi) =>
  strapi.store({ type: 'app', name: 'versions', key: 'first_time' });

/** Stores that versions are recorded from now on; the first versions, which would tell, are not kept for ever. */
export async function storeFirstTime(strapi: Core.Strapi): Promise<void> {
  await openFirstTime(strapi).set({ value: new Date().toISOString() });
}

/** Reads since when versions are recorded; `undefined` before the first start has ended. */
export async function readFirstTime(strapi: Core.Strapi): Promise<Date | undefined> {
  const time = await openFirstTime(strapi).get();
  return typeof time === 'string' ? new Date(time) : undefined;
}

/** Changes a version. */
export async function updateVersion(
  strapi: Core.Strapi,
  id: number,
  values: Partial<NewVersion & { time: Date }>,
): Promise<void> {
  await strapi.db.query(MODEL).update({ where: { id }, data: values });
}

/**
 * Makes other transactions that bring back a version of the entry wait for the end of this one. The entry itself is locked
 * before; one that was deleted has nothing but its versions that could be locked.
 */
export async function lockVersions(strapi: Core.Strapi, { uid, documentId }: VersionedEntry): Promise<void> {
  await lockRows(strapi, MODEL, { uid, documentId });
}

/**
 * Deletes the versions of the entries that were deleted first, when there are more than 1,000 deleted entries. An entry may be
 * back although its deletion is its newest version: a dish that is off the site has no version of that.
 */
async function forgetDeleted(strapi: Core.Strapi): Promise<void> {
  const expired: VersionHead[] = await strapi.db.query(MODEL).findMany({
    select: HEAD,
    where: { kind: 'delete', id: { $in: selectNewest(strapi) } },
    orderBy: { id: 'desc' },
    offset: MAX_DELETED,
  });
  for (const { id, uid, documentId } of expired) {
    await lockVersions(strapi, { uid, documentId });
    const newest = await findNewest(strapi, { uid, documentId });
    // A type may have been removed since.
    const entry = strapi.contentTypes[uid] && (await strapi.db.query(uid).findOne({ where: { documentId } }));
    const isBack = newest?.id !== id || entry;
    if (!isBack) await deleteVersions(strapi, { uid, documentId });
  }
}

/**
 * Stores a version, in the transaction of the caller, and deletes those that are too many.
 * @param replaced a version that is deleted because the new one takes its place
 * @returns the id of the version
 */
export async function storeVersion(
  strapi: Core.Strapi,
  version: NewVersion,
  replaced: StoredVersion | null = null,
): Promise<number> {
  const { uid, documentId, kind } = version;
  const { id }: VersionHead = await strapi.db.query(MODEL).create({ data: { ...version, time: new Date() } });
  if (replaced) await deleteVersions(strapi, { id: replaced.id });
  const expired = selectExpired(await findHeads(strapi, { uid, documentId }));
  if (expired.length > 0) await deleteVersions(strapi, { id: { $in: expired.map((head) => head.id) } });
  if (kind === 'delete') await forgetDeleted(strapi);
  return id;
}

/** Stores many versions at once, in the transaction of the caller; those without a time are of now. */
export async function storeVersions(
  strapi: Core.Strapi,
  versions: (NewVersion & { time?: string })[],
): Promise<void> {
  const time = new Date().toISOString();
  const CHUNK = 100;
  for (let start = 0; start < versions.length; start += CHUNK)
    await strapi.db
      .query(MODEL)
      .createMany({ data: versions.slice(start, start + CHUNK).map((version) => ({ time, ...version })) });
}
