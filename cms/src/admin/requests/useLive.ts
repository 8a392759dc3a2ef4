import { FetchError } from '@strapi/strapi/admin';
import { useCallback, useEffect, useRef, useState } from 'react';
import { load } from './sendRequest';

const RETRY_MS = 30_000;
/** The longest time that a browser's timer can wait is 24 days. */
const MAX_TIMER_MS = 3_600_000;

/**
 * Loads an answer, again when the window gets the focus, when the answer is no longer valid, and after a failure.
 * @param path nothing is loaded without one
 * @param findWait returns how long an answer is valid, in milliseconds; `undefined` until it is loaded again for another reason
 * @param version the answer is loaded again when it changes
 */
export function useLive<Answer>(
  path: string | undefined,
  findWait: (answer: Answer) => number | undefined,
  version = '',
) {
  const [answer, setAnswer] = useState<Answer>();
  /** Why the latest request failed. */
  const [failure, setFailure] = useState<{ error: unknown }>();
  const isForbidden = failure?.error instanceof FetchError && failure.error.status === 403;
  /** Counts the answers and the requests: an answer to a request from before the latest is out of date. */
  const latest = useRef(0);

  /** Shows an answer that a change has got. */
  const accept = useCallback((accepted: Answer) => {
    latest.current += 1;
    setAnswer(accepted);
    setFailure(undefined);
  }, []);

  /** @returns `undefined` when there is no answer, or it did not arrive */
  const refresh = useCallback(async (): Promise<Answer | undefined> => {
    if (path === undefined) return undefined;
    latest.current += 1;
    const number = latest.current;
    try {
      const loaded = await load<Answer>(path);
      if (number === latest.current) accept(loaded);
      return loaded;
    } catch (error) {
      // What is shown already is still the latest that is known.
      setFailure({ error });
      return undefined;
    }
  }, [path, accept]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another version needs another answer.
  useEffect(() => {
    const start = () => void refresh();
    start();
    window.addEventListener('focus', start);
    document.addEventListener('visibilitychange', start);
    return () => {
      window.removeEventListener('focus', start);
      document.removeEventListener('visibilitychange', start);
    };
  }, [refresh, version]);

  useEffect(() => {
    if (isForbidden) return;
    const wait = failure ? RETRY_MS : answer && findWait(answer);
    if (wait === undefined) return;
    const timer = setTimeout(() => void refresh(), Math.min(wait, MAX_TIMER_MS));
    return () => clearTimeout(timer);
  }, [answer, failure, isForbidden, findWait, refresh]);

  return { answer, hasFailed: failure !== undefined, isForbidden, accept, refresh };
}
