import { useCallback, useEffect, useRef, useState } from 'react';
import type { ScheduleAnswer } from '../../schedule/scheduledChange';
import { toInstant } from '../../shared/hours/zonedTime';
import { load } from '../requests/sendRequest';

const RETRY_MS = 30_000;
/** How often the words about a time are written anew, such as 'in five minutes'. */
const MAX_WAIT_MS = 60_000;
/** The CMS makes a change within this time. */
const DONE_MS = 2_000;

/** Returns how long a list is true, in milliseconds: until the next change is made, or its words are out of date. */
function computeWait({ changes, timeZone }: ScheduleAnswer, now: number): number {
  const waits = changes
    .filter(({ state }) => state === 'waiting')
    .map(({ localTime }) => {
      const [date = '', time = ''] = localTime.split('T');
      return toInstant(date, time, timeZone) - now + DONE_MS;
    });
  return Math.max(DONE_MS, Math.min(MAX_WAIT_MS, ...waits));
}

/**
 * Loads scheduled changes, again when the window gets the focus and when the time of one has come.
 * @param path of the list; nothing is loaded without one
 */
export function useSchedule(path: string | undefined) {
  const [answer, setAnswer] = useState<ScheduleAnswer>();
  /** The requests that have failed since the last success. */
  const [failures, setFailures] = useState(0);
  /** Counts the lists: an answer to a request from before the latest is out of date. */
  const lists = useRef(0);

  /** Shows a list that an action has answered with. */
  const accept = useCallback((latest: ScheduleAnswer) => {
    lists.current += 1;
    setAnswer(latest);
    setFailures(0);
  }, []);

  /** @returns `undefined` when there is no list, or it did not arrive */
  const refresh = useCallback(async (): Promise<ScheduleAnswer | undefined> => {
    if (path === undefined) return undefined;
    lists.current += 1;
    const number = lists.current;
    try {
      const latest = await load<ScheduleAnswer>(path);
      if (number === lists.current) accept(latest);
      return latest;
    } catch {
      // What is shown already is still the latest that is known.
      setFailures((count) => count + 1);
      return undefined;
    }
  }, [path, accept]);

  useEffect(() => {
    const start = () => void refresh();
    start();
    window.addEventListener('focus', start);
    document.addEventListener('visibilitychange', start);
    return () => {
      window.removeEventListener('focus', start);
      document.removeEventListener('visibilitychange', start);
    };
  }, [refresh]);

  useEffect(() => {
    const isIdle = failures === 0 && !answer?.changes.length;
    if (isIdle) return;
    const wait = failures > 0 || !answer ? RETRY_MS : computeWait(answer, Date.now());
    const timer = setTimeout(() => void refresh(), wait);
    return () => clearTimeout(timer);
  }, [answer, failures, refresh]);

  return { answer, accept, refresh };
}
