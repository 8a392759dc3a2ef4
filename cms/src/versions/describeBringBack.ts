import type { Core } from '@strapi/strapi';
import { isSame } from '../content/compareContent';
import { omitPosition, restoreContent, toContent } from '../content/entryContent';
import { fieldsOfEntry } from '../shared/content/contentTypes';
import { buildPopulate } from '../strapi/entries';
import { describeEntryChanges, describeReturn, findShown } from './recordVersions';
import { omitTemporary, TEMPORARY_FIELDS } from './sameText';
import { findVersions } from './storedVersions';
import { type EntryId, removedIn, type StoredVersion, type VersionSummary } from './version';

/** The present state of an entry that was not deleted. */
interface Present {
  isOnSite: boolean;
  /** The values that the site shows, or showed last. */
  values: object;
}

async function readPresent(strapi: Core.Strapi, entry: EntryId): Promise<Present | undefined> {
  const { uid, documentId } = entry;
  const populate = await buildPopulate(strapi, uid);
  const published = await strapi.documents(uid).findOne({ documentId, status: 'published', populate });
  if (published) return { isOnSite: true, values: published };
  if (!(await strapi.documents(uid).findOne({ documentId, status: 'draft' }))) return undefined;
  const shown = await findShown(strapi, entry);
  const { values } = await restoreContent(strapi, uid, (shown && removedIn(shown).published) ?? {});
  return { isOnSite: false, values };
}

async function describeVersion(
  strapi: Core.Strapi,
  entry: EntryId,
  { isOnSite, values: shown }: Present,
  version: StoredVersion,
): Promise<Pick<VersionSummary, 'restores' | 'stays'>> {
  const { uid, documentId } = entry;
  const { published } = removedIn(version);
  // A dish that was off the site when it was deleted is back already.
  if (!published) return { restores: '' };
  const now = omitPosition(toContent(strapi, uid, shown));
  const { values } = await restoreContent(strapi, uid, omitTemporary(omitPosition(published)));
  const after = omitPosition(toContent(strapi, uid, { ...shown, ...values }));
  const change = describeEntryChanges(strapi, entry, now, after);
  const labels = fieldsOfEntry(uid, documentId);
  const stays = TEMPORARY_FIELDS.filter((name) => name in published && !isSame(published[name], now[name]));
  return {
    restores: isOnSite ? change : describeReturn(change),
    ...(stays.length && { stays: stays.map((name) => labels[name]?.label ?? name).join(', ') }),
  };
}

/** Adds to the versions of entries what bringing each back changes, except for the current ones and those of deleted entries. */
export async function describeBringBack(
  strapi: Core.Strapi,
  summaries: VersionSummary[],
): Promise<VersionSummary[]> {
  const described = summaries.filter(({ kind, isCurrent }) => kind !== 'order' && !isCurrent);
  const versions = await findVersions(strapi, { id: { $in: described.map(({ id }) => id) } });
  const presents = new Map<string, Present | undefined>();
  const descriptions = new Map<number, Pick<VersionSummary, 'restores' | 'stays'>>();
  for (const version of versions) {
    const { id, uid, documentId } = version;
    if (documentId === null) continue;
    const entry = { uid, documentId };
    const key = `${uid} ${documentId}`;
    if (!presents.has(key)) presents.set(key, await readPresent(strapi, entry));
    const present = presents.get(key);
    if (present) descriptions.set(id, await describeVersion(strapi, entry, present, version));
  }
  return summaries.map((summary) => ({ ...summary, ...descriptions.get(summary.id) }));
}
