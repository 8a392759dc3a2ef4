import type { Core, UID } from '@strapi/strapi';
import { restoreContent } from '../content/entryContent';
import { readTimeZone } from '../environment/settings';
import type { EntryTarget } from '../permissions/entryPermissions';
import { describeDate, describeInstant } from '../shared/hours/describeHours';
import { toLocalTime } from '../shared/hours/zonedTime';
import { buildPopulate } from '../strapi/entries';
import { findHeads, findNewest, readDeletedEntry, requireVersion } from './storedVersions';
import type { Removed, Version, VersionedEntry, VersionHead, VersionSummary } from './version';

/** Describes a time by the clock of the restaurant, such as 'Today at 4:12 pm'. */
export function describeTime(time: string): string {
  const timeZone = readTimeZone();
  const today = toLocalTime(Date.now(), timeZone).date;
  const text = describeInstant(Date.parse(time), today, timeZone, describeDate);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const toSummary = (head: VersionHead, isNewest: boolean): VersionSummary => ({
  id: head.id,
  uid: head.uid,
  documentId: head.documentId,
  kind: head.kind,
  time: head.time,
  when: describeTime(head.time),
  author: head.author,
  change: head.change,
  isCurrent: isNewest && (head.kind === 'publish' || head.kind === 'order'),
});

/** Returns the entries that bringing a version back changes: an order is that of all dishes of a type. */
export const targetOf = (strapi: Core.Strapi, { uid, documentId }: VersionedEntry): EntryTarget =>
  documentId === null
    ? 'every'
    : { documentId, findDeleted: () => readDeletedEntry(strapi, { uid, documentId }) };

/** Lists the versions of an entry, newest first. */
export async function listVersions(
  strapi: Core.Strapi,
  { uid, documentId }: { uid: UID.ContentType; documentId: string },
): Promise<VersionSummary[]> {
  const heads = await findHeads(strapi, { uid, documentId });
  return heads.map((head, index) => toSummary(head, index === 0));
}

/**
 * Lists for several types the orders of their entries, the deletions and what was taken off the site as long as it is away; newest
 * first.
 */
export async function listMenuVersions(
  strapi: Core.Strapi,
  uids: UID.ContentType[],
): Promise<VersionSummary[]> {
  const heads = await findHeads(strapi, { uid: { $in: uids } });
  const seen = new Set<string>();
  const listed = heads.flatMap((head) => {
    const { uid, documentId, kind } = head;
    const key = `${uid} ${documentId}`;
    const isNewest = !seen.has(key);
    seen.add(key);
    const isListed = kind === 'order' || (kind !== 'publish' && isNewest);
    return isListed ? [toSummary(head, isNewest)] : [];
  });
  // An update that changes the type of entries stores their earlier versions after newer ones of others.
  return listed.toSorted((one, other) => Date.parse(other.time) - Date.parse(one.time));
}

/**
 * Reads a version with its content: pictures are the files as they are now.
 * @throws NotFoundError with a sentence for the owner
 */
export async function readVersion(strapi: Core.Strapi, id: number): Promise<Version> {
  const version = await requireVersion(strapi, id);
  const { uid, documentId, kind } = version;
  const newest = await findNewest(strapi, { uid, documentId });
  const summary = toSummary(version, newest?.id === id);
  if (documentId === null) return { ...summary, content: version.content, lost: [] };
  const { published, draft }: Removed = kind === 'publish' ? { published: version.content } : version.content;
  const current = await strapi
    .documents(uid)
    .findOne({ documentId, status: 'published', populate: await buildPopulate(strapi, uid) });
  const { values, lost } = await restoreContent(strapi, uid, published ?? draft ?? {});
  return { ...summary, content: { ...current, ...values, documentId }, lost };
}
