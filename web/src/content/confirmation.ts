/** Content that the CMS has not confirmed for this long states nothing about allergens and diets. */
export const MAX_UNCONFIRMED_MS = 60 * 60 * 1_000;
/** A clock that is corrected by less than this is not taken for a wrong one. */
const MAX_CORRECTION_MS = 60_000;

/** An instant by two clocks: the wall clock may be set, and the monotonic one may stop while the machine sleeps. */
export interface Confirmation {
  /** In milliseconds since 1970. */
  wallTime: number;
  /** By `performance.now()`. */
  monotonicTime: number;
}

/** Returns the present instant. */
export const readClocks = (): Confirmation => ({ wallTime: Date.now(), monotonicTime: performance.now() });

/** Returns the instant of a confirmation of which only the wall clock's time is known, because another process got it. */
export const toConfirmation = (wallTime: number): Confirmation => ({
  wallTime,
  monotonicTime: performance.now() - Math.max(0, Date.now() - wallTime),
});

/** Whether an hour has passed since a confirmation by either clock, or the wall clock was set to a time before it. */
export function isOutdated({ wallTime, monotonicTime }: Confirmation): boolean {
  const now = readClocks();
  const elapsed = now.wallTime - wallTime;
  return (
    Math.max(elapsed, now.monotonicTime - monotonicTime) >= MAX_UNCONFIRMED_MS || elapsed < -MAX_CORRECTION_MS
  );
}
