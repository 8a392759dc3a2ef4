import type { Core, UID } from '@strapi/strapi';
import { isRecord } from '../shared/isRecord';
import type { Content } from './versionContent';
import type { VersionKind } from './versions';

/** The uid of the model; Strapi's name for the table. */
const MODEL = 'site::version';

const MAX_VERSIONS = 100;
const MAX_AGE_MS = 2 * 366 * 24 * 3_600_000;

/** An entry, or with `null` the order of the dishes of a type. */
export interface VersionedEntry {
  uid: UID.ContentType;
  documentId: string | null;
}

export interface StoredVersion extends VersionedEntry {
  id: number;
  kind: VersionKind;
  time: string;
  author: string | null;
  content: Content;
  change: string;
}

export type NewVersion = Omit<StoredVersion, 'id' | 'time'>;

/** A version without its content. */
export type VersionHead = Omit<StoredVersion, 'content'>;

const HEAD = ['id', 'uid', 'documentId', 'kind', 'time', 'author', 'change'];

/**
 * Adds the table of the versions to the database. It is a model and not a content type, so it has no permissions, API or
 * screens, but Strapi creates it and the backups contain it.
 */
export function addVersionsModel(strapi: Core.Strapi): void {
  strapi.get('models').add({
    uid: MODEL,
    singularName: 'site_version',
    tableName: 'site_versions',
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
 * Selects the versions of one entry that are deleted: those after the newest 100, and those that were replaced more than two
 * years ago. The newest is the state of the site and stays, unless it is a deletion of that age.
 * @param versions newest first
 */
export const selectExpired = <Version extends Pick<VersionHead, 'kind' | 'time'>>(
  versions: Version[],
  now: number,
): Version[] =>
  versions.filter((version, index) => {
    // A version ends when the next one begins; a deletion can be undone for as long.
    const end = versions[index - 1]?.time ?? (version.kind === 'delete' ? version.time : undefined);
    return index >= MAX_VERSIONS || (end !== undefined && Date.parse(end) < now - MAX_AGE_MS);
  });

async function deleteVersions(strapi: Core.Strapi, versions: { id: number }[]): Promise<void> {
  if (versions.length)
    await strapi.db.query(MODEL).deleteMany({ where: { id: { $in: versions.map(({ id }) => id) } } });
}

/** Reads versions without their content, newest first. */
export const findHeads = (strapi: Core.Strapi, where: object): Promise<VersionHead[]> =>
  strapi.db.query(MODEL).findMany({ select: HEAD, where, orderBy: { id: 'desc' } });

/** Reads the newest version that matches, with its content. */
export const findNewest = (strapi: Core.Strapi, where: object): Promise<StoredVersion | null> =>
  strapi.db.query(MODEL).findOne({ where, orderBy: { id: 'desc' } });

/** Reads versions with their content. */
export const findVersions = (strapi: Core.Strapi, where: object): Promise<StoredVersion[]> =>
  strapi.db.query(MODEL).findMany({ where });

/** Lists the document ids of the entries of a type that have versions of some kinds. */
export async function listVersionedIds(
  strapi: Core.Strapi,
  uid: UID.ContentType,
  kinds: VersionKind[],
): Promise<string[]> {
  const rows: { documentId: string }[] = await strapi.db
    .queryBuilder(MODEL)
    .select('documentId')
    .where({ uid, kind: { $in: kinds } })
    .groupBy('document_id')
    .execute();
  return rows.map(({ documentId }) => documentId);
}

const openFirstTime = (strapi: Core.Strapi) =>
  strapi.store({ type: 'app', name: 'versions', key: 'first_time' });

/** Stores that versions are recorded from now on; the first versions, which would tell, expire. */
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
  await strapi.db
    .queryBuilder(MODEL)
    .select('id')
    .where({ uid, documentId })
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Stores a version, in the transaction of the caller, and deletes those of the same entry that are too old. */
export async function storeVersion(strapi: Core.Strapi, version: NewVersion): Promise<void> {
  const { uid, documentId } = version;
  const now = new Date();
  await strapi.db.query(MODEL).create({ data: { ...version, time: now } });
  await deleteVersions(strapi, selectExpired(await findHeads(strapi, { uid, documentId }), now.getTime()));
}

/** Stores many versions at once, in the transaction of the caller. */
export async function storeVersions(strapi: Core.Strapi, versions: NewVersion[]): Promise<void> {
  const time = new Date();
  const CHUNK = 100;
  for (let start = 0; start < versions.length; start += CHUNK)
    await strapi.db
      .query(MODEL)
      .createMany({ data: versions.slice(start, start + CHUNK).map((version) => ({ ...version, time })) });
}

/** Deletes the versions that are too old, also of entries that nobody publishes any more. */
export async function deleteExpired(strapi: Core.Strapi, heads: VersionHead[]): Promise<void> {
  const byEntry = new Map<string, VersionHead[]>();
  for (const head of heads) {
    const key = `${head.uid} ${head.documentId}`;
    byEntry.set(key, [...(byEntry.get(key) ?? []), head]);
  }
  const now = Date.now();
  await deleteVersions(
    strapi,
    [...byEntry.values()].flatMap((versions) => selectExpired(versions, now)),
  );
}

/** Returns the name of an account of the admin as its colleagues know it. */
function nameOf(user: unknown): string | null {
  if (!isRecord(user)) return null;
  const names = [user.firstname, user.lastname].filter((name) => typeof name === 'string' && name.trim());
  return names.join(' ') || (typeof user.email === 'string' ? user.email : null);
}

/** Returns the name of the account that sent the request; `null` outside of a request. */
export const findRequestAuthor = (strapi: Core.Strapi): string | null =>
  nameOf(strapi.requestContext.get()?.state?.user);

/** Returns the name of an account. */
export const findAuthor = async (strapi: Core.Strapi, userId: number): Promise<string | null> =>
  nameOf(await strapi.db.query('admin::user').findOne({ where: { id: userId } }));
