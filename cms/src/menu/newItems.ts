import type { Core } from '@strapi/strapi';
import type { Item } from '../items/items';
import { uidOf } from '../shared/content/contentTypes';
import type { MenuType } from '../shared/content/menuTypes';
import { listVersionedIds, readFirstTime } from '../versions/storedVersions';

/**
 * Finds the items that were added and never published. An item that is off the site and older than the first version of the site
 * is none of them: it may have been taken off before versions were recorded.
 */
export async function findNewItems(strapi: Core.Strapi, type: MenuType, items: Item[]): Promise<Set<string>> {
  const firstTime = await readFirstTime(strapi);
  const candidates = items.filter(
    ({ published, createdAt }) => !published && firstTime && createdAt > firstTime,
  );
  if (candidates.length === 0) return new Set();
  const shownIds = new Set(await listVersionedIds(strapi, uidOf(type), ['publish', 'unpublish']));
  return new Set(
    candidates.map(({ documentId }) => documentId).filter((documentId) => !shownIds.has(documentId)),
  );
}
