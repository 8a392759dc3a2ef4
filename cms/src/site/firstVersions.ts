import type { Core, UID } from '@strapi/strapi';
import { contentTypes, uidOf } from '../shared/content/contentTypes';
import { menuTypes } from '../shared/content/menuTypes';
import { buildPopulate } from '../strapi/entries';
import { describeEntryChanges } from './describeChange';
import { toKeyOf } from './entry';
import { omitPosition, toContent } from './entryContent';
import { readItems, toOrderVersion } from './itemOrder';
import { findNewestOfEach, readFirstTime, storeFirstTime, storeVersions } from './storedVersions';
import type { NewVersion, StoredVersion } from './version';

/** Lists the first versions of the published entries of a type, and those that something else has changed since. */
async function listUnrecorded(
  strapi: Core.Strapi,
  uid: UID.ContentType,
  newestByEntry: Map<string, StoredVersion>,
): Promise<NewVersion[]> {
  const populate = await buildPopulate(strapi, uid);
  const entries = await strapi.documents(uid).findMany({ status: 'published', populate });
  return entries.flatMap(({ documentId, ...values }) => {
    const entry = { uid, documentId };
    const content = omitPosition(toContent(strapi, uid, values));
    const newest = newestByEntry.get(toKeyOf(entry));
    const change =
      newest?.kind === 'publish'
        ? describeEntryChanges(strapi, entry, omitPosition(newest.content), content)
        : 'What the site showed on this day';
    return change ? [{ ...entry, kind: 'publish' as const, author: null, content, change }] : [];
  });
}

/**
 * Records what the site shows if that is not its newest version: on the first start, on the first start after the update
 * that introduced versions, and after content steps.
 */
export async function recordFirstVersions(strapi: Core.Strapi): Promise<void> {
  await strapi.db.transaction(async () => {
    const newest = await findNewestOfEach(strapi);
    const newestByEntry = new Map(newest.map((version) => [toKeyOf(version), version] as const));
    const versions: NewVersion[] = [];
    for (const name of Object.keys(contentTypes))
      versions.push(...(await listUnrecorded(strapi, uidOf(name), newestByEntry)));
    for (const type of menuTypes) {
      const uid = uidOf(type);
      if (newestByEntry.has(toKeyOf({ uid, documentId: null }))) continue;
      const order = toOrderVersion(type, await readItems(strapi, type), null);
      versions.push({ ...order, change: 'The order of this list on this day' });
    }
    await storeVersions(strapi, versions);
    // Older code may have deleted the versions and left the time.
    if (newest.length === 0 || !(await readFirstTime(strapi))) await storeFirstTime(strapi);
  });
}
