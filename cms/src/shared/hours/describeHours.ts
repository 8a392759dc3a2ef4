import { ALL_DAY, type Hours, isAllDay } from './hours';
import { addDays, formatDate, toLocalTime } from './zonedTime';

/** Returns a time 'HH:MM' as guests read it, such as '4:30 pm', 'noon' or 'midnight'. */
export function describeTime(time: string): string {
  if (time === '00:00' || time === ALL_DAY.closes) return 'midnight';
  if (time === '12:00') return 'noon';
  const hour = Number(time.slice(0, 2));
  return `${hour % 12 || 12}${time.slice(2)} ${hour < 12 ? 'am' : 'pm'}`;
}

/** Returns the hours of a service, such as '11:00 am – 2:00 pm' or 'Open 24 hours'. */
export const describeService = (hours: Hours): string =>
  isAllDay(hours) ? 'Open 24 hours' : `${describeTime(hours.opens)} – ${describeTime(hours.closes)}`;

/** Returns the hours of a day, such as '11:00 am – 2:00 pm, 5:00 pm – 9:00 pm'; 'Closed' without any. */
export const describeHours = (hours: Hours[]): string => hours.map(describeService).join(', ') || 'Closed';

/** Returns a later date as 'Tuesday' or, when a day of the week could be misunderstood, as 'December 5'; both are 'YYYY-MM-DD'. */
export const describeLaterDay = (date: string, today: string): string =>
  formatDate(date, date > addDays(today, 6) ? { month: 'long', day: 'numeric' } : { weekday: 'long' });

/** Returns a date such as 'Thursday, December 24', with the year where it is not that of `today`; both are 'YYYY-MM-DD'. */
export const describeDate = (date: string, today: string): string =>
  formatDate(date, {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    year: date.slice(0, 4) === today.slice(0, 4) ? undefined : 'numeric',
  });

/**
 * Returns the time of an instant by the clock of the restaurant, such as 'today at 9:30 pm'.
 * @param today 'YYYY-MM-DD'
 * @param describeDay describes a date that is not `today`, such as `describeLaterDay`
 */
export function describeInstant(
  instant: number,
  today: string,
  timeZone: string,
  describeDay: (date: string, today: string) => string,
): string {
  const { date, time } = toLocalTime(instant, timeZone);
  return `${date === today ? 'today' : describeDay(date, today)} at ${describeTime(time)}`;
}

/**
 * Returns the dates of a special day, such as 'Thursday, December 24 – Saturday, December 26'.
 * @param today 'YYYY-MM-DD'
 */
export const describeDates = ({ from, until }: { from: string; until: string }, today: string): string =>
  (from === until ? [from] : [from, until]).map((date) => describeDate(date, today)).join(' – ');
