import type { Core, UID } from '@strapi/strapi';
import { readTimeZone } from '../environment/settings';
import { fieldsOfEntry } from '../shared/content/contentTypes';
import { describeDate, describeInstant } from '../shared/hours/describeHours';
import { toLocalTime } from '../shared/hours/zonedTime';
import { buildPopulate } from '../strapi/entries';
import { type Before, computeAfter, readBefore } from './applyChange';
import { describeEntryChanges, describeReturn } from './describeChange';
import { type EntryId, readEntry, toKeyOf } from './entry';
import { isSame, omitPosition, restoreContent } from './entryContent';
import { entriesOf } from './publications';
import { toRestoreChange } from './restoreVersion';
import { findHeads, findNewest, findVersions, requireVersion } from './storedVersions';
import { TEMPORARY_FIELDS } from './temporaryFields';
import {
  type StoredVersion,
  sidesOf,
  type Version,
  type VersionHead,
  type VersionKind,
  type VersionSummary,
} from './version';

/** Describes a time by the clock of the restaurant, such as 'Today at 4:12 pm'. */
export function describeTime(time: string): string {
  const timeZone = readTimeZone();
  const today = toLocalTime(Date.now(), timeZone).date;
  const text = describeInstant(Date.parse(time), today, timeZone, describeDate);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const toSummary = (
  { content: _, ...head }: VersionHead & Partial<StoredVersion>,
  isNewest: boolean,
): VersionSummary => ({
  ...head,
  when: describeTime(head.time),
  isCurrent: isNewest && (head.kind === 'publish' || head.kind === 'order'),
});

/** Describes what restoring a version of an entry changes. */
async function describeRestore(
  strapi: Core.Strapi,
  entry: EntryId,
  version: StoredVersion,
  before: Before,
): Promise<Pick<VersionSummary, 'restores' | 'stays'>> {
  const change = toRestoreChange(entry, version);
  // A dish that was off the site when it was deleted is back already.
  if (!change) return { restores: '' };
  const { lastShown = {}, wasShown, content } = await computeAfter(strapi, before, change);
  const now = omitPosition(lastShown);
  const text = describeEntryChanges(strapi, entry, now, content);
  const { published = {} } = sidesOf(version);
  const labels = fieldsOfEntry(entry.uid, entry.documentId);
  const stays = TEMPORARY_FIELDS.filter((name) => name in published && !isSame(published[name], now[name]));
  return {
    restores: wasShown ? text : describeReturn(text),
    ...(stays.length && { stays: stays.map((name) => labels[name]?.label ?? name).join(', ') }),
  };
}

/**
 * Lists the versions of an entry, newest first, with what restoring each changes, except for the current one. Those of a deleted entry
 * are listed without that.
 */
export async function listVersions(strapi: Core.Strapi, entry: EntryId): Promise<VersionSummary[]> {
  const isDeleted = !(await readEntry(strapi, entry)).draft;
  const before = isDeleted ? undefined : await readBefore(strapi, entry);
  const listed: VersionSummary[] = [];
  for (const [index, version] of (await findVersions(strapi, entry)).entries()) {
    const summary = toSummary(version, index === 0);
    const isDescribed = before && !summary.isCurrent;
    const restore = isDescribed ? await describeRestore(strapi, entry, version, before) : {};
    listed.push({ ...summary, ...restore });
  }
  return listed;
}

/**
 * Lists for several types the orders of their entries, the deletions and what was taken off the site as long as it is away, and what
 * *Publish the menu* has published; newest first.
 */
export async function listMenuVersions(
  strapi: Core.Strapi,
  uids: UID.ContentType[],
): Promise<VersionSummary[]> {
  const heads = await findHeads(strapi, { uid: { $in: uids } });
  const newestIds = new Map(heads.toReversed().map((head) => [toKeyOf(head), head.id]));
  const isNewest = (head: VersionHead) => newestIds.get(toKeyOf(head)) === head.id;
  const removed: VersionKind[] = ['unpublish', 'delete'];
  const listed = heads
    .filter((head) => head.kind === 'order' || (removed.includes(head.kind) && isNewest(head)))
    .map((head) => toSummary(head, isNewest(head)));
  const ids = new Set(heads.map(({ id }) => id));
  const publications = (await findVersions(strapi, { kind: 'menu' })).flatMap((version): VersionSummary[] => {
    const published = entriesOf(version);
    if (!published.every(({ uid }) => uids.includes(uid))) return [];
    const entries = published.filter((entry) => ids.has(entry.version));
    const isCurrent = entries.every((entry) => newestIds.get(toKeyOf(entry)) === entry.version);
    return entries.length > 0 ? [{ ...toSummary(version, false), entries, isCurrent }] : [];
  });
  // An update that changes the type of entries stores their earlier versions after newer ones of others.
  return [...publications, ...listed].toSorted(
    (one, other) => Date.parse(other.time) - Date.parse(one.time) || other.id - one.id,
  );
}

/**
 * Reads a version with its content: pictures are the files as they are now.
 * @throws NotFoundError with a sentence for the owner
 */
export async function readVersion(strapi: Core.Strapi, id: number): Promise<Version> {
  const version = await requireVersion(strapi, id);
  const { uid, documentId } = version;
  const newest = await findNewest(strapi, { uid, documentId });
  const summary = toSummary(version, newest?.id === id);
  if (documentId === null) return { ...summary, content: version.content, lost: [] };
  const { published, draft } = sidesOf(version);
  const current = await strapi
    .documents(uid)
    .findOne({ documentId, status: 'published', populate: await buildPopulate(strapi, uid) });
  const { values, lost } = await restoreContent(strapi, uid, published ?? draft ?? {});
  return { ...summary, content: { ...current, ...values, documentId }, lost };
}
