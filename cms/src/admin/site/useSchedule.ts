import { useCallback, useEffect, useRef, useState } from 'react';
import type { PlannedAnswer } from '../../site/plannedChange';
import { load } from '../requests/sendRequest';
import { computeWait } from './computeWait';

const RETRY_MS = 30_000;
/**
 * Loads scheduled changes, again when the window gets the focus and when the time of one has come.
 * @param path of the list; nothing is loaded without one
 * @param version the list is loaded again when it changes
 */
export function useSchedule(path: string | undefined, version = '') {
  const [answer, setAnswer] = useState<PlannedAnswer>();
  /** The requests that have failed since the last success. */
  const [failures, setFailures] = useState(0);
  /** Counts the lists: an answer to a request from before the latest is out of date. */
  const lists = useRef(0);

  /** Shows a list that an action has answered with. */
  const accept = useCallback((latest: PlannedAnswer) => {
    lists.current += 1;
    setAnswer(latest);
    setFailures(0);
  }, []);

  /** @returns `undefined` when there is no list, or it did not arrive */
  const refresh = useCallback(async (): Promise<PlannedAnswer | undefined> => {
    if (path === undefined) return undefined;
    lists.current += 1;
    const number = lists.current;
    try {
      const latest = await load<PlannedAnswer>(path);
      if (number === lists.current) accept(latest);
      return latest;
    } catch {
      // What is shown already is still the latest that is known.
      setFailures((count) => count + 1);
      return undefined;
    }
  }, [path, accept]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another version needs another list.
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
    const isIdle = failures === 0 && !answer?.changes.length;
    if (isIdle) return;
    const times = answer?.changes
      .filter(({ state }) => state === 'waiting')
      .map(({ localTime }) => localTime);
    const wait = failures > 0 || !answer ? RETRY_MS : computeWait(times ?? [], answer.timeZone, Date.now());
    const timer = setTimeout(() => void refresh(), wait);
    return () => clearTimeout(timer);
  }, [answer, failures, refresh]);

  return { answer, accept, refresh };
}
