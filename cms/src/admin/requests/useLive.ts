import { FetchError } from '@strapi/strapi/admin';
import { useCallback } from 'react';
import type { ChangeRequest } from '../../shared/requests/changeCommands';
import { useAdminQuery, useAdminQueryClient } from '../strapi/requests';
import { load } from './sendRequest';
import { useSendChange } from './useSendChange';

const RETRY_MS = 30_000;
/** The longest time that a browser's timer can wait is 24 days. */
const MAX_TIMER_MS = 3_600_000;

const isForbiddenError = (error: unknown) => error instanceof FetchError && error.status === 403;

/**
 * Loads an answer, again when the window gets the focus, when the answer is no longer valid, and after a failure.
 * @param path nothing is loaded without one
 * @param findWait returns how long an answer is valid, in milliseconds; by default, or when `undefined`, until it is loaded again for another reason
 */
export function useLive<Answer>(
  path: string | undefined,
  findWait: (answer: Answer) => number | undefined = () => undefined,
) {
  const key = path ?? '';
  const queries = useAdminQueryClient();
  const sendChange = useSendChange();
  const {
    data: answer,
    error,
    refetch,
  } = useAdminQuery(key, () => load<Answer>(key), {
    enabled: path !== undefined,
    refetchOnMount: 'always',
    refetchOnReconnect: 'always',
    refetchOnWindowFocus: 'always',
    refetchInterval(latest, { state: { error: failure } }) {
      if (isForbiddenError(failure)) return false;
      const wait = failure ? RETRY_MS : latest && findWait(latest);
      return wait === undefined ? false : Math.min(wait, MAX_TIMER_MS);
    },
  });

  /** Sends a change whose response is the new answer, and loads again what else is shown. */
  const send = useCallback(
    async (request: ChangeRequest): Promise<Answer> => {
      try {
        const changed = await sendChange<Answer>(request);
        await queries.cancelQueries(key);
        queries.setQueryData(key, changed);
        return changed;
      } finally {
        void queries.invalidateQueries();
      }
    },
    [queries, sendChange, key],
  );

  /** @returns `undefined` when there is no answer, or it did not arrive */
  const refresh = useCallback(async (): Promise<Answer | undefined> => {
    if (path === undefined) return undefined;
    const { data, isError } = await refetch({ cancelRefetch: true });
    return isError ? undefined : data;
  }, [path, refetch]);

  return { answer, hasFailed: error !== null, isForbidden: isForbiddenError(error), send, refresh };
}
