import { IDLE_READ_MS } from '../../cms/src/shared/requests/siteRequests.ts';
import { type QueryName, queries } from '../src/content/queries.ts';
import { CachedContent } from './cachedContent.ts';
import { ChangeQuestion } from './changeQuestion.ts';
import { ContentFile } from './contentFile.ts';
import type { Settings } from './settings.ts';

/** The cached content of every query of the site. */
export type ContentCache = { [Name in QueryName]: CachedContent<Name> };

/**
 * Loads the content of every query from disk. Without any, on a first start, waits for the CMS's responses, so that the first
 * page is complete. A new version may have a query more than the files on disk: it waits for that one no longer than a visitor
 * does, because the CMS may be down during an update.
 */
export async function openContentCache({
  cmsUrl,
  cacheFolder,
}: Pick<Settings, 'cmsUrl' | 'cacheFolder'>): Promise<ContentCache> {
  // Cast: Object.keys returns string[].
  const names = Object.keys(queries) as QueryName[];
  const question = new ChangeQuestion(cmsUrl);
  const cached = names.map(
    (name) => new CachedContent(name, cmsUrl, question, new ContentFile(name, cacheFolder)),
  );
  await Promise.all(cached.map((query) => query.load()));
  const empty = cached.filter(({ text }) => text === undefined);
  const isFirstStart = empty.length === cached.length;
  await Promise.all(
    empty.map((query) => (isFirstStart ? query.requestFirstContent() : query.revalidateIfStale())),
  );
  // Cast: Object.fromEntries does not relate each key to the type of its value.
  return Object.fromEntries(cached.map((query) => [query.name, query])) as unknown as ContentCache;
}

/**
 * Revalidates all queries from time to time, also without visitors: the first one after a quiet night sees the dietary
 * statements. Returns a function that stops it.
 */
export function keepAskingCms(cache: ContentCache): () => void {
  const revalidate = () => {
    for (const query of Object.values(cache)) void query.revalidateIfStale();
  };
  const timer = setInterval(revalidate, IDLE_READ_MS);
  return () => clearInterval(timer);
}
