import type { Core, UID } from '@strapi/strapi';
import type { Entry } from './entry';
import { listShownIds, readFirstTime } from './storedVersions';

/**
 * Finds the entries of a type that were added and never published. An entry that is off the site and older than the first version of
 * the site is none of them: it may have been taken off before versions were recorded.
 */
export async function findNewEntries(
  strapi: Core.Strapi,
  uid: UID.ContentType,
  entries: (Pick<Entry, 'documentId' | 'createdAt'> & { published?: unknown })[],
): Promise<Set<string>> {
  const firstTime = await readFirstTime(strapi);
  const candidates = entries.filter(
    ({ published, createdAt }) => !published && firstTime && new Date(String(createdAt)) > firstTime,
  );
  if (candidates.length === 0) return new Set();
  const shownIds = new Set(await listShownIds(strapi, uid));
  return new Set(
    candidates.map(({ documentId }) => documentId).filter((documentId) => !shownIds.has(documentId)),
  );
}
