import type { OpeningPeriod } from './openingHours';
import type { SpecialDay } from './specialDays';

/** When the restaurant is open. */
export interface Schedule {
  /** `undefined` when the text of the weekly hours can't be parsed. */
  weekly: OpeningPeriod[] | undefined;
  specialDays: SpecialDay[];
}

/**
 * Returns the line about now, such as 'Open until 9:30 pm'; `undefined` when the hours of a day that it depends on are unknown.
 * @param now in milliseconds since 1970
 * @param timeZone of the restaurant
 */
export function describeOpeningStatus(
  _schedule: Schedule,
  _now: number,
  _timeZone: string,
): string | undefined {
  return undefined;
}

/** Returns the next instant, in milliseconds since 1970, at which what the site shows about the schedule may change. */
export function findNextBoundary(_schedule: Schedule, _now: number, _timeZone: string): number {
  return Number.POSITIVE_INFINITY;
}

/** Returns the special days that are not over and begin within 21 days, in order. */
export function listUpcomingDays({ specialDays }: Schedule, _now: number, _timeZone: string): SpecialDay[] {
  return specialDays;
}
