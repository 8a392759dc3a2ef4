import useSWR, { mutate, type SWRConfiguration } from 'swr';
import { listOutdated } from './confirmedContent.ts';
import type { Dish } from './content.ts';
import { fetchQuery } from './fetchQuery.ts';
import type { Content, QueryName } from './queries.ts';

/** How often a visible page asks for its content again. */
const REFRESH_MS = 10 * 60 * 1_000;
/** How often a page looks whether its content is confirmed. */
const CHECK_MS = 60_000;
const MAX_RETRY_DELAY_MS = 30_000;
/** A page that is shown within this time of its prefetch does not repeat the queries, as SWR shares the requests of its hooks. */
const PREFETCH_MAX_AGE_MS = 5_000;

const prefetches = new Map<string, Promise<unknown>>();

/** Returns the running or recent prefetch of a query once, or else fetches the query. */
async function fetchUnlessPrefetched(name: QueryName): Promise<unknown> {
  // SWR revalidates all queries of a page in one frame: sent in one task, they would block a phone for 60 ms.
  await new Promise((resolve) => setTimeout(resolve));
  const prefetch = prefetches.get(name);
  prefetches.delete(name);
  return prefetch ?? fetchQuery(name);
}

/** Retries a failed query after 2, 4, 8 … at most 30 seconds, for as long as its page is open. */
export const swrConfig: SWRConfiguration = {
  fetcher: fetchUnlessPrefetched,
  // Only while the page is visible and has a connection.
  refreshInterval: REFRESH_MS,
  // As JSON, because the content that a page embeds has no undefined fields: else each page would render again for each query.
  compare: (one, other) => JSON.stringify(one) === JSON.stringify(other),
  onErrorRetry: (_error, _query, _config, revalidate, { retryCount }) => {
    setTimeout(() => void revalidate({ retryCount }), Math.min(MAX_RETRY_DELAY_MS, 1000 * 2 ** retryCount));
  },
};

/** Returns the content of one query: `undefined` until it is loaded; cached content stays while a revalidation runs or fails. */
export function useContent<Name extends QueryName>(name: Name): Content<Name> | undefined {
  return useSWR<Content<Name>>(name).data;
}

/**
 * Fetches the latest content of a query into SWR's cache, for pages that will show it.
 * @throws QueryError when the query fails
 */
export async function prefetchContent(name: QueryName): Promise<void> {
  const prefetch = fetchQuery(name);
  prefetches.set(name, prefetch);
  const forget = () => prefetches.get(name) === prefetch && prefetches.delete(name);
  prefetch.then(() => setTimeout(forget, PREFETCH_MAX_AGE_MS), forget);
  await mutate(name, prefetch, { revalidate: false });
}

/** Asks for all content of the page again. */
export const refreshContent = (): Promise<unknown> => mutate(() => true);

/** Takes the statements away from dishes that the CMS has not confirmed for an hour, until it does: then the page says to ask. */
function dropOutdatedStatements(): void {
  for (const name of listOutdated())
    void mutate(name, (dishes: Dish[] | undefined) => dishes?.map(({ statement: _, ...dish }) => dish), {
      revalidate: false,
    });
}

/** Keeps the content of a page that stays open: what is printed, and what is read after a night, is of now or says to ask. */
export function keepContentCurrent(): () => void {
  const timer = window.setInterval(dropOutdatedStatements, CHECK_MS);
  // Timers stop while a phone sleeps.
  document.addEventListener('visibilitychange', dropOutdatedStatements);
  window.addEventListener('pageshow', dropOutdatedStatements);
  window.addEventListener('beforeprint', refreshContent);
  return () => {
    window.clearInterval(timer);
    document.removeEventListener('visibilitychange', dropOutdatedStatements);
    window.removeEventListener('pageshow', dropOutdatedStatements);
    window.removeEventListener('beforeprint', refreshContent);
  };
}
