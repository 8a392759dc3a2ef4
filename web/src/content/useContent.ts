import useSWR, { mutate, type SWRConfiguration } from 'swr';
import { fetchQuery } from './fetchQuery.ts';
import type { Content, QueryName } from './queries.ts';

const MAX_RETRY_DELAY_MS = 30_000;

/** A failed read is tried again after 2, 4, 8 … at most 30 seconds, for as long as its page is open. */
export const swrConfig: SWRConfiguration = {
  fetcher: fetchQuery,
  onErrorRetry: (_error, _read, _config, revalidate, { retryCount }) => {
    setTimeout(() => void revalidate({ retryCount }), Math.min(MAX_RETRY_DELAY_MS, 1000 * 2 ** retryCount));
  },
};

/** The words of one read: `undefined` until they are here; those held stay while newer ones are asked for or fail to come. */
export function useContent<Name extends QueryName>(name: Name): Content<Name> | undefined {
  return useSWR<Content<Name>>(name).data;
}

/**
 * Fetches the newest words of a read for pages that will show them.
 * @throws ReadError when they can't be had
 */
export const prefetchContent = (name: QueryName) => mutate(name, fetchQuery(name), { revalidate: false });
