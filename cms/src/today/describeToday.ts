import { describeHours, describeTime } from '../contact/describeHours';
import { parseOpeningHours } from '../contact/openingHours';
import {
  describeOpeningStatus,
  findHours,
  findNextBoundary,
  findNextOpening,
  type Schedule,
} from '../contact/openingStatus';
import { selectDays } from '../contact/specialDays';
import { addDays, formatDate, toInstant, toLocalTime } from '../contact/zonedTime';
import type { StoredSpecialDay } from './replaceDay';

/** The published notice, as Strapi returns it. */
export interface StoredNotice {
  text: string;
  from: string | null;
  until: string;
}

/** What the site shows about today, in sentences for the owner. */
export interface Today {
  /** The restaurant's date, 'YYYY-MM-DD'. */
  date: string;
  /** Such as 'Open until 9:30 pm'; `null` when the hours are not understood. */
  line: string | null;
  /** Such as '4:30 pm – 9:30 pm' or 'Closed'; `null` when they are not understood. */
  hours: string | null;
  /** Whether today is a special day. */
  isSpecialDay: boolean;
  /** The notice that is shown now or later; `shown` is such as 'until Tuesday at 4:30 pm'. */
  notice: { text: string; shown: string } | null;
  /** The first opening after today, or the end of today if it is unknown: 'YYYY-MM-DDTHH:MM' in the restaurant's time zone. */
  nextOpening: string;
  /** How long this stays right, in milliseconds. */
  validMs: number;
}

/** Returns 'today at 9:30 pm', 'Tuesday at 4:30 pm' or, when a day of the week could be misunderstood, 'December 5 at 4:30 pm'. */
function describeInstant(instant: number, today: string, timeZone: string): string {
  const { date, time } = toLocalTime(instant, timeZone);
  const format =
    date > addDays(today, 6) ? ({ month: 'long', day: 'numeric' } as const) : ({ weekday: 'long' } as const);
  return `${date === today ? 'today' : formatDate(date, format)} at ${describeTime(time)}`;
}

/**
 * Describes what the site shows about today.
 * @param published the published text of the opening hours, special days and notice
 * @param now in milliseconds since 1970
 * @param timeZone of the restaurant
 */
export function describeToday(
  published: { hours: string; specialDays: StoredSpecialDay[]; notice: StoredNotice | null },
  now: number,
  timeZone: string,
): Today {
  const schedule: Schedule = {
    weekly: parseOpeningHours(published.hours),
    specialDays: selectDays(published.specialDays),
  };
  const today = toLocalTime(now, timeZone).date;
  const hours = findHours(schedule, today);
  const tomorrow = toInstant(addDays(today, 1), '00:00', timeZone);
  const nextOpening = toLocalTime(findNextOpening(schedule, tomorrow, timeZone) ?? tomorrow, timeZone);
  const { text = '', from = null, until = '' }: Partial<StoredNotice> = published.notice ?? {};
  const starts = from ? Date.parse(from) : 0;
  const ends = until ? Date.parse(until) : 0;
  const boundaries = [findNextBoundary(schedule, now, timeZone), starts, ends];
  const shown = [
    ...(starts > now ? [`from ${describeInstant(starts, today, timeZone)}`] : []),
    `until ${describeInstant(ends, today, timeZone)}`,
  ];
  return {
    date: today,
    line: describeOpeningStatus(schedule, now, timeZone) ?? null,
    hours: hours ? describeHours(hours) : null,
    isSpecialDay: schedule.specialDays.some(({ from, until }) => from <= today && today <= until),
    notice: ends > now ? { text, shown: shown.join(' ') } : null,
    nextOpening: `${nextOpening.date}T${nextOpening.time}`,
    validMs: Math.min(...boundaries.filter((instant) => instant > now)) - now,
  };
}
