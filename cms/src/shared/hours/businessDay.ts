import { findEnd, findHours, findWeeklyHours, type Schedule, UNTIL_MIDNIGHT } from './serviceDays';
import { addDays, toLocalTime } from './zonedTime';

/** The day that is today for the restaurant. */
export interface BusinessDay {
  /** 'YYYY-MM-DD'. */
  date: string;
  /** In milliseconds since 1970: midnight, or later when a service ends after it. */
  end: number;
}

/**
 * Returns the day that is today for the restaurant: until a service that runs past midnight ends, the day on which it began,
 * otherwise the day of the calendar. A special day also lasts as long as the weekly hours that it replaces, so that closing
 * early after midnight can be repeated and undone.
 * @param now in milliseconds since 1970
 * @param timeZone of the restaurant
 */
export function findBusinessDay(schedule: Schedule, now: number, timeZone: string): BusinessDay {
  const findDay = (date: string): BusinessDay => {
    const hours = [
      UNTIL_MIDNIGHT,
      ...(findHours(schedule, date) ?? []),
      ...findWeeklyHours(schedule.weekly ?? [], date),
    ];
    return { date, end: Math.max(...hours.map((service) => findEnd(date, service, timeZone))) };
  };
  const { date } = toLocalTime(now, timeZone);
  const yesterday = findDay(addDays(date, -1));
  return yesterday.end > now ? yesterday : findDay(date);
}
