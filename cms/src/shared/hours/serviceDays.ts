import { type Hours, LATEST_CLOSING } from './hours';
import type { OpeningPeriod } from './openingHours';
import type { SpecialDay } from './specialDays';
import { addDays, formatDate, toInstant } from './zonedTime';

/** When the restaurant is open. */
export interface Schedule {
  /** `undefined` when the text of the weekly hours can't be parsed. */
  weekly: OpeningPeriod[] | undefined;
  specialDays: SpecialDay[];
}

/** The hours of one service on one date. */
export interface Service extends Hours {
  date: string;
  /** In milliseconds since 1970. */
  start: number;
  end: number;
}

/** Longest search for the next opening, for restaurants that close for a season. */
const MAX_DAYS_CLOSED = 366;

/** Finds the special day that a date, 'YYYY-MM-DD', is part of. */
export const findSpecialDay = ({ specialDays }: Schedule, date: string) =>
  specialDays.find(({ from, until }) => from <= date && date <= until);

/**
 * Whether hours are the part after midnight of a service of the evening before, such as 'Saturday: 12 am – 2 am' after
 * 'Friday: 6 pm – midnight'. The hours of a restaurant that is open around the clock are not: each day has its own.
 */
const continues = (evening: Hours, { opens, closes }: Hours) =>
  evening.closes === '00:00' && opens === '00:00' && closes <= LATEST_CLOSING && closes < evening.opens;

/** Returns the weekly hours of a date; a service that the text divides at midnight belongs to the day on which it begins. */
export function findWeeklyHours(weekly: OpeningPeriod[], date: string): Hours[] {
  const listHours = (shift: number) => {
    const weekday = formatDate(addDays(date, shift), { weekday: 'long' });
    // Periods of closed days begin and end at the same time.
    return weekly.filter(
      ({ days, opens, closes }) => opens !== closes && days.some((day) => day === weekday),
    );
  };
  const [before, after] = [listHours(-1), listHours(1)];
  return listHours(0)
    .filter((hours) => !before.some((evening) => continues(evening, hours)))
    .map(({ opens, closes }) => {
      const night = after.find((hours) => continues({ opens, closes }, hours));
      return { opens, closes: night?.closes ?? closes };
    });
}

/** Returns the hours of a date, empty when the restaurant is closed; `undefined` when they are unknown. */
export function findHours(schedule: Schedule, date: string): Hours[] | undefined {
  const special = findSpecialDay(schedule, date);
  if (special) return special.hours;
  return schedule.weekly && findWeeklyHours(schedule.weekly, date);
}

/** Hours that end with the date. */
export const UNTIL_MIDNIGHT: Hours = { opens: '12:00', closes: '00:00' };

/** Returns when hours end, in milliseconds since 1970: after midnight if they end earlier than they begin. */
export const findEnd = (date: string, { opens, closes }: Hours, timeZone: string) =>
  toInstant(addDays(date, closes < opens ? 1 : 0), closes, timeZone);

/**
 * Yields the services from yesterday on, whose last one may run past midnight, in order; ends at a date with unknown hours.
 * Unknown hours of yesterday count as over.
 */
export function* listServices(schedule: Schedule, today: string, timeZone: string): Generator<Service> {
  for (let days = -1; days <= MAX_DAYS_CLOSED; days++) {
    const date = addDays(today, days);
    const hours = findHours(schedule, date);
    if (!hours && days >= 0) return;
    for (const service of hours ?? [])
      yield {
        ...service,
        date,
        start: toInstant(date, service.opens, timeZone),
        end: findEnd(date, service, timeZone),
      };
  }
}
