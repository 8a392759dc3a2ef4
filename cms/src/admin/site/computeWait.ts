import { parseLocalTime } from '../../shared/hours/zonedTime';

/** How often the words about a time are written anew, such as 'in five minutes'. */
const MAX_POLL_MS = 60_000;
/** The CMS makes a change within this time. */
const DONE_MS = 2_000;

/**
 * Returns how long what a screen says about scheduled changes is true, in milliseconds: until the next one is made, or the words about
 * its time are out of date.
 * @param times of the changes by the clock of the restaurant, as 'YYYY-MM-DDTHH:MM'
 */
export function computeWait(times: string[], timeZone: string, now: number): number {
  const waits = times.map((localTime) => parseLocalTime(localTime, timeZone) - now + DONE_MS);
  return Math.max(DONE_MS, Math.min(MAX_POLL_MS, ...waits));
}
