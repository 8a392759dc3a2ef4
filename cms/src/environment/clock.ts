/**
 * Backups are named by local time, and the time zone may have changed since: one is at most 14 hours ahead of UTC. Daylight
 * saving and clocks that differ by minutes are within it.
 */
const MAX_AHEAD_MS = 14 * 60 * 60 * 1000;

/**
 * Whether a time, in milliseconds since 1970, is so much later than now that a clock is or was wrong. Such a time has no age
 * and is never the newest.
 */
export const isInFuture = (time: number): boolean => time > Date.now() + MAX_AHEAD_MS;

/** Returns how long ago a time was, in milliseconds; `undefined` when it is in the future. */
export const getAge = (time: number): number | undefined =>
  isInFuture(time) ? undefined : Math.max(Date.now() - time, 0);
