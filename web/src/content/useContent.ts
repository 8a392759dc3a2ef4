import useSWR, { mutate, type SWRConfiguration } from 'swr';
import { fetchQuery } from './fetchQuery.ts';
import type { Content, QueryName } from './queries.ts';

const MAX_RETRY_DELAY_MS = 30_000;

/** Retries a failed query after 2, 4, 8 … at most 30 seconds, for as long as its page is open. */
export const swrConfig: SWRConfiguration = {
  fetcher: fetchQuery,
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
export const prefetchContent = (name: QueryName) => mutate(name, fetchQuery(name), { revalidate: false });
