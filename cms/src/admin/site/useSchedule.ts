import type { PlannedAnswer } from '../../site/plannedChange';
import { useLive } from '../requests/useLive';
import { computeWait } from './computeWait';

function findWait({ changes, timeZone }: PlannedAnswer): number | undefined {
  const times = changes.filter(({ state }) => state === 'waiting').map(({ localTime }) => localTime);
  return changes.length > 0 ? computeWait(times, timeZone, Date.now()) : undefined;
}

/**
 * Loads scheduled changes, again when the window gets the focus and when the time of one has come.
 * @param path of the list; nothing is loaded without one
 */
export const useSchedule = (path: string | undefined) => useLive<PlannedAnswer>(path, findWait);
