import type { ScheduledChange } from '../../schedule/scheduledChange';
import { parseLocalTime } from '../../shared/hours/zonedTime';

/** How often the words about a time are written anew, such as 'in five minutes'. */
const MAX_WAIT_MS = 60_000;
/** The CMS makes a change within this time. */
const DONE_MS = 2_000;

/** Returns how long a list is true, in milliseconds: until the next change is made, or its words are out of date. */
export function computeWait(
  { changes, timeZone }: { changes: Pick<ScheduledChange, 'state' | 'localTime'>[]; timeZone: string },
  now: number,
): number {
  const waits = changes
    .filter(({ state }) => state === 'waiting')
    .map(({ localTime }) => parseLocalTime(localTime, timeZone) - now + DONE_MS);
  return Math.max(DONE_MS, Math.min(MAX_WAIT_MS, ...waits));
}
