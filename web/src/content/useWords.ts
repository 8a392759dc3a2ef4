import useSWR, { mutate, type SWRConfiguration } from 'swr';
import { fetchRead } from './fetchRead.ts';
import type { ReadName, Words } from './reads.ts';

const LONGEST_PAUSE_MS = 30_000;

/** A failed read is tried again after 2, 4, 8 … at most 30 seconds, for as long as its page is open. */
export const swrConfig: SWRConfiguration = {
  fetcher: fetchRead,
  onErrorRetry: (_error, _read, _config, revalidate, { retryCount }) => {
    setTimeout(() => void revalidate({ retryCount }), Math.min(LONGEST_PAUSE_MS, 1000 * 2 ** retryCount));
  },
};

/** The words of one read: `undefined` until they are here; those held stay while newer ones are asked for or fail to come. */
export function useWords<Name extends ReadName>(name: Name): Words<Name> | undefined {
  return useSWR<Words<Name>>(name).data;
}

/**
 * Fetches the newest words of a read for pages that will show them.
 * @throws ReadError when they can't be had
 */
export const fetchWords = (name: ReadName) => mutate(name, fetchRead(name), { revalidate: false });
