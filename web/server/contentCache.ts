import { type QueryName, queries } from '../src/content/queries.ts';
import { CachedQuery } from './cachedQuery.ts';
import { ContentStore } from './contentStore.ts';
import type { Settings } from './settings.ts';

/** The cached content of every query of the site. */
export type ContentCache = { [Name in QueryName]: CachedQuery<Name> };

/** Opens every query; resolves when each has loaded its content from disk or has requested it once. */
export async function openContentCache({
  cmsUrl,
  cacheFolder,
}: Pick<Settings, 'cmsUrl' | 'cacheFolder'>): Promise<ContentCache> {
  // Cast: Object.keys returns string[].
  const names = Object.keys(queries) as QueryName[];
  const cached = names.map((name) => new CachedQuery(name, cmsUrl, new ContentStore(name, cacheFolder)));
  await Promise.all(cached.map((query) => query.open()));
  // Cast: Object.fromEntries does not relate each key to the type of its value.
  return Object.fromEntries(cached.map((query) => [query.name, query])) as unknown as ContentCache;
}
