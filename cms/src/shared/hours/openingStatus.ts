import { findBusinessDay } from './businessDay';
import { describeDates, describeHours, describeLaterDay, describeTime } from './describeHours';
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

/** How long before its end a service counts as closing soon, in milliseconds. */
const CLOSING_SOON = 3_600_000;

/** Whether the restaurant is open at an instant, in the words that pages show. */
export interface OpeningStatus {
  kind: 'open' | 'closing' | 'closed';
  /** Such as 'Open until 9:30 pm', 'Closing soon, at 9:30 pm', 'Closed' or, on a day without a service, 'Closed today'. */
  state: string;
  /** Such as 'opens Friday at 4:30 pm'; `''` while it is open, and when it is unknown. */
  opening: string;
  /** Whether it is closed all day. */
  isClosedToday: boolean;
  /** Why it is closed all day, such as 'Thanksgiving'; `''` without a reason. */
  reason: string;
}

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
 * Returns whether the restaurant is open; `undefined` when the hours of a day that this depends on are unknown.
 * @param now in milliseconds since 1970
 * @param timeZone of the restaurant
 */
export function findOpeningStatus(
  schedule: Schedule,
  now: number,
  timeZone: string,
): OpeningStatus | undefined {
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
    const time = describeTime(current.closes);
    const isClosing = current.end - now <= CLOSING_SOON;
    // Services that touch may end tomorrow evening: "until 9:00 pm" would be understood as today's.
    const isLater = current.end > toInstant(addDays(today, 1), LATEST_CLOSING, timeZone);
    const state = isClosing ? `Closing soon, at ${time}` : isLater ? 'Open' : `Open until ${time}`;
    return { kind: isClosing ? 'closing' : 'open', state, opening: '', isClosedToday: false, reason: '' };
  }
  const hours = findHours(schedule, today);
  if (!hours) return undefined;
  const isClosedToday = hours.length === 0;
  return {
    kind: 'closed',
    state: isClosedToday ? 'Closed today' : 'Closed',
    opening: next ? `opens ${describeOpening(next, today)}` : '',
    isClosedToday,
    reason: (isClosedToday && findSpecialDay(schedule, today)?.reason) || '',
  };
}

/** Returns the status without its reason, such as 'Closed today, opens Friday at 4:30 pm'. */
export const describeBriefly = ({ state, opening }: OpeningStatus): string =>
  opening ? `${state}, ${opening}` : state;

/** Returns the status in parts, one for each line of a sign: 'Closed today:', 'Thanksgiving.' and 'Opens Friday at 4:30 pm'. */
export function listStatusParts({ state, opening, reason }: OpeningStatus): string[] {
  // The owner's words may end with a mark of their own.
  const stop = opening && !/[.!?…]$/.test(reason) ? '.' : '';
  const closed = reason ? [`${state}:`, reason + stop] : [state + stop];
  return opening ? [...closed, opening.replace(/^o/, 'O')] : closed;
}

/** Returns the status with its reason, whose words may be any: 'Closed today: Thanksgiving. Opens Friday at 4:30 pm'. */
export const describeOpeningStatus = (status: OpeningStatus): string =>
  status.reason ? listStatusParts(status).join(' ') : describeBriefly(status);

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
 * opening, a closing, an hour before it, or a midnight, at which special days appear and go.
 */
export function findNextBoundary(schedule: Schedule, now: number, timeZone: string): number {
  const today = toLocalTime(now, timeZone).date;
  let boundary = findEnd(today, UNTIL_MIDNIGHT, timeZone);
  for (const { start, end } of listServices(schedule, today, timeZone)) {
    if (start > boundary) break;
    for (const instant of [start, end - CLOSING_SOON, end])
      if (instant > now) boundary = Math.min(boundary, instant);
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

/** From this many days before, the first screen announces a special day. */
const DAYS_ANNOUNCED_BEFORE = 7;

/** Returns a special day in one line: 'Closed Thursday, November 26: Thanksgiving' or 'Friday, November 27, noon – 6:00 pm'. */
export function describeSpecialDay(day: SpecialDay, today: string): string {
  const { hours, hoursText = '', reason } = day;
  const dates = describeDates(day, today);
  const line =
    hours?.length === 0 ? `Closed ${dates}` : `${dates}, ${hours ? describeHours(hours) : hoursText}`;
  return reason ? `${line}: ${reason}` : line;
}

/** Lists the special days that begin within a week or are not over, in a line each; not that today is closed, which the status says. */
export function announceSpecialDays(schedule: Schedule, now: number, timeZone: string): string[] {
  const today = toLocalTime(now, timeZone).date;
  const first = findOpeningStatus(schedule, now, timeZone)?.isClosedToday ? addDays(today, 1) : '';
  return listUpcomingDays(schedule, now, timeZone)
    .filter(({ from }) => from >= first && from <= addDays(today, DAYS_ANNOUNCED_BEFORE))
    .map((day) => describeSpecialDay(day, today));
}
