import { findBusinessDay } from './businessDay';
import { describeLaterDay, describeTime } from './describeHours';
import { isAllDay, LATEST_CLOSING } from './hours';
import {
  findEnd,
  findHours,
  findSpecialDay,
  listServices,
  type Schedule,
  type Service,
  UNTIL_MIDNIGHT,
} from './serviceDays';
import type { SpecialDay } from './specialDays';
import { addDays, toInstant, toLocalTime } from './zonedTime';

/** From this many days before, pages show a special day. */
const DAYS_SHOWN_BEFORE = 21;

/** Returns 'at 4:30 pm', 'Tuesday at 4:30 pm' or 'December 5 at 4:30 pm'. */
function describeOpening(service: Service, today: string): string {
  const { date, opens } = service;
  const time = `at ${describeTime(opens)}`;
  const day = describeLaterDay(date, today);
  // "Friday at midnight" could be understood as the end of Friday.
  if (isAllDay(service)) return date === addDays(today, 1) ? time : day;
  return date === today ? time : `${day} ${time}`;
}

/**
 * Returns the line about now, such as 'Open until 9:30 pm'; `undefined` when the hours of a day that it depends on are unknown.
 * @param now in milliseconds since 1970
 * @param timeZone of the restaurant
 */
export function describeOpeningStatus(schedule: Schedule, now: number, timeZone: string): string | undefined {
  const today = toLocalTime(now, timeZone).date;
  let current: Service | undefined;
  let next: Service | undefined;
  for (const service of listServices(schedule, today, timeZone)) {
    // Services that touch, such as those before and after midnight, read as one.
    const end = current?.end ?? now;
    if (service.start > end) {
      next = service;
      break;
    }
    if (service.end > end) current = service;
  }
  if (current) {
    // Services that touch may end tomorrow evening: "until 9:00 pm" would be understood as today's.
    const isLater = current.end > toInstant(addDays(today, 1), LATEST_CLOSING, timeZone);
    return isLater ? 'Open' : `Open until ${describeTime(current.closes)}`;
  }
  const hours = findHours(schedule, today);
  if (!hours) return undefined;
  const reason = findSpecialDay(schedule, today)?.reason;
  const closed = hours.length > 0 ? 'Closed' : `Closed today${reason ? ` for ${reason}` : ''}`;
  return closed + (next ? `, opens ${describeOpening(next, today)}` : '');
}

/**
 * Returns the start of the first service at or after an instant, both in milliseconds since 1970; `undefined` when it is
 * unknown or more than a year away.
 */
export function findNextOpening(schedule: Schedule, instant: number, timeZone: string): number | undefined {
  for (const { start } of listServices(schedule, toLocalTime(instant, timeZone).date, timeZone))
    if (start >= instant) return start;
  return undefined;
}

/** Returns the first opening after the day that is today for the restaurant, or the end of that day when it is unknown. */
export function findOpeningAfterToday(schedule: Schedule, now: number, timeZone: string): number {
  const { date, end } = findBusinessDay(schedule, now, timeZone);
  const tomorrow = toInstant(addDays(date, 1), '00:00', timeZone);
  return findNextOpening(schedule, Math.max(tomorrow, now), timeZone) ?? end;
}

/**
 * Returns the next instant, in milliseconds since 1970, at which what the site shows about the schedule may change: an
 * opening, a closing or a midnight, at which special days appear and go.
 */
export function findNextBoundary(schedule: Schedule, now: number, timeZone: string): number {
  const today = toLocalTime(now, timeZone).date;
  let boundary = findEnd(today, UNTIL_MIDNIGHT, timeZone);
  for (const { date, start, end } of listServices(schedule, today, timeZone)) {
    if (date > today) break;
    if (end > now) boundary = Math.min(boundary, start > now ? start : end);
  }
  return boundary;
}

/** Whether a special day is over: its last date, or its last service if that runs past midnight. */
export const isOver = ({ until, hours }: SpecialDay, now: number, timeZone: string): boolean =>
  [UNTIL_MIDNIGHT, ...(hours ?? [])].every((service) => findEnd(until, service, timeZone) <= now);

/** Returns the special days that are not over and begin within 21 days, in order. */
export function listUpcomingDays({ specialDays }: Schedule, now: number, timeZone: string): SpecialDay[] {
  const last = addDays(toLocalTime(now, timeZone).date, DAYS_SHOWN_BEFORE);
  return specialDays
    .filter((day) => day.from <= last && !isOver(day, now, timeZone))
    .sort((one, other) => (one.from < other.from ? -1 : 1));
}
