import { readTimeZone } from '../environment/settings';
import { type BusinessDay, findBusinessDay } from '../shared/hours/businessDay';
import {
  describeDate,
  describeHours,
  describeInstant,
  describeLaterDay,
  describeTime,
} from '../shared/hours/describeHours';
import { writeService } from '../shared/hours/openingHours';
import {
  describeOpeningStatus,
  describeSpecialDay,
  findNextBoundary,
  findOpeningAfterToday,
  findOpeningStatus,
  type OpeningStatus,
} from '../shared/hours/openingStatus';
import { findHours, findWeeklyHours, type Schedule } from '../shared/hours/serviceDays';
import { toLocalTime } from '../shared/hours/zonedTime';
import { toLocalText } from '../site/openingHours';

/** The published notice, as Strapi returns it. */
export interface StoredNotice {
  text: string;
  from: string | null;
  until: string;
  address: string | null;
}

/** The notice as the owner edits it; its times are 'YYYY-MM-DDTHH:MM' in the restaurant's time zone. */
export interface EditedNotice {
  text: string;
  /** `''` from now on. */
  from: string;
  until: string;
  address: string;
}

/** What the site shows about today, in sentences for the owner. */
export interface Today {
  /** The day that is today for the restaurant, 'YYYY-MM-DD': until a service ends, the day on which it began. */
  date: string;
  /** Such as 'Today is Tuesday, November 24.' or 'Today is still Tuesday, November 24, until 2:00 am.' */
  daySentence: string;
  /** Such as 'Open until 9:30 pm'; `null` when the hours are not understood. */
  line: string | null;
  /** What the site would show if today were closed, without a reason. */
  statusIfClosed: OpeningStatus | null;
  /** Such as '4:30 pm – 9:30 pm' or 'Closed'; `null` when they are not understood. */
  hours: string | null;
  /** The hours that the owner starts from to change them: those of today, or the usual ones if it is closed; `''` without any. */
  startingHours: string;
  /** The special days after today, the next one first. */
  comingDays: { from: string; line: string }[];
  /** Whether the restaurant is closed all day today. */
  isClosed: boolean;
  /** Whether today is a special day. */
  isSpecialDay: boolean;
  /** The notice that is shown now or later; `shown` is such as 'until Tuesday at 4:30 pm'. */
  notice: (EditedNotice & { shown: string }) | null;
  /** The first opening after today, or the end of today if that is unknown: 'YYYY-MM-DDTHH:MM' in the restaurant's time zone. */
  nextOpening: string;
  /** How long this stays right, in milliseconds. */
  validMs: number;
}

/** A vacation by single days must not fill the first screen. */
const MAX_COMING_DAYS = 10;

/** Returns the day that is today for the restaurant in a sentence, which also says when another day of the calendar has begun. */
function describeDay({ date, end }: BusinessDay, now: number, timeZone: string): string {
  const day = describeDate(date, date);
  if (date === toLocalTime(now, timeZone).date) return `Today is ${day}.`;
  return `Today is still ${day}, until ${describeTime(toLocalTime(end, timeZone).time)}.`;
}

/**
 * Describes what the site shows about today.
 * @param notice the published one
 * @param now in milliseconds since 1970
 */
export function describeToday(schedule: Schedule, notice: StoredNotice | null, now: number): Today {
  const timeZone = readTimeZone();
  const day = findBusinessDay(schedule, now, timeZone);
  const today = day.date;
  const hours = findHours(schedule, today);
  const status = findOpeningStatus(schedule, now, timeZone);
  const closedDay = { from: today, until: today, hours: [], reason: '' };
  const closed = { ...schedule, specialDays: [closedDay, ...schedule.specialDays] };
  const starts = Date.parse(notice?.from ?? '') || 0;
  const ends = Date.parse(notice?.until ?? '') || 0;
  const boundaries = [findNextBoundary(schedule, now, timeZone), day.end, starts, ends];
  /** Such as 'Tuesday at 4:30 pm' or 'December 5 at 4:30 pm'. */
  const describe = (instant: number) => describeInstant(instant, today, timeZone, describeLaterDay);
  const usual = schedule.weekly ? findWeeklyHours(schedule.weekly, today) : [];
  const shown = [...(starts > now ? [`from ${describe(starts)}`] : []), `until ${describe(ends)}`];
  return {
    date: today,
    daySentence: describeDay(day, now, timeZone),
    line: status ? describeOpeningStatus(status) : null,
    statusIfClosed: findOpeningStatus(closed, now, timeZone) ?? null,
    hours: hours ? describeHours(hours) : null,
    startingHours: (hours?.length ? hours : usual).map(writeService).join(', '),
    comingDays: schedule.specialDays
      .filter((day) => day.until > today)
      .toSorted((one, other) => one.from.localeCompare(other.from))
      .slice(0, MAX_COMING_DAYS)
      .map((special) => ({ from: special.from, line: describeSpecialDay(special, today) })),
    isClosed: hours?.length === 0,
    isSpecialDay: schedule.specialDays.some(({ from, until }) => from <= today && today <= until),
    notice:
      notice && ends > now
        ? {
            text: notice.text,
            from: starts ? toLocalText(starts) : '',
            until: toLocalText(ends),
            address: notice.address ?? '',
            shown: shown.join(' '),
          }
        : null,
    nextOpening: toLocalText(findOpeningAfterToday(schedule, now, timeZone)),
    validMs: Math.min(...boundaries.filter((instant) => instant > now)) - now,
  };
}
