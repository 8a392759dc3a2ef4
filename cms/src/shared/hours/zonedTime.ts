const MINUTE = 60 * 1000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

const formats = new Map<string, Intl.DateTimeFormat>();

/** Formats an instant in American English. The formats are cached: creating one takes far longer than using it. */
function formatInstant(instant: number, options: Intl.DateTimeFormatOptions): string {
  const key = JSON.stringify(options);
  const format = formats.get(key) ?? new Intl.DateTimeFormat('en-US', options);
  formats.set(key, format);
  return format.format(instant);
}

interface DateParts {
  weekday?: 'long';
  month?: 'long';
  day?: 'numeric';
  year?: 'numeric' | undefined;
}

/** Formats a date 'YYYY-MM-DD' in American English, such as 'Thursday' or 'November 26'; without `Intl`, as in browsers. */
export function formatDate(date: string, { weekday, month, year }: DateParts): string {
  const instant = new Date(date);
  const parts = [
    weekday && DAYS[(instant.getUTCDay() + 6) % 7],
    month && `${MONTHS[instant.getUTCMonth()]} ${instant.getUTCDate()}`,
    year && instant.getUTCFullYear(),
  ];
  return parts.filter(Boolean).join(', ');
}

/** From an instant on, the difference of a zone's clocks to UTC, both in milliseconds. */
export type ZoneOffset = [from: number, offset: number];

const knownOffsets = new Map<string, ZoneOffset[]>();

/** Sets a zone's offsets. A browser then needs no format: creating the first one blocks a phone for 60 ms. */
export const setOffsets = (timeZone: string, offsets: ZoneOffset[]) =>
  void knownOffsets.set(timeZone, offsets);

/** Lists a zone's offsets around an instant, the last one first, for as long as pages look ahead. */
export function listOffsets(instant: number, timeZone: string): ZoneOffset[] {
  const findOffset = (time: number) => readClock(time, timeZone) - time;
  const start = instant - (instant % DAY) - 7 * DAY;
  const offsets: ZoneOffset[] = [[start, findOffset(start)]];
  for (let day = start; day < start + 400 * DAY; day += DAY) {
    if (findOffset(day) === findOffset(day + DAY)) continue;
    // Everywhere clocks change at a quarter of an hour.
    for (let time = day; time < day + DAY; time += HOUR / 4) {
      const offset = findOffset(time + HOUR / 4);
      if (offset !== offsets[0]?.[1]) offsets.unshift([time + HOUR / 4, offset]);
    }
  }
  return offsets;
}

/** Returns what a clock in the zone shows, to the minute, as the instant at which a clock in UTC shows the same. */
function readClock(instant: number, timeZone: string): number {
  const known = knownOffsets.get(timeZone);
  const [, offset] = known?.find(([from]) => from <= instant) ?? known?.at(-1) ?? [];
  if (offset !== undefined) return instant - (instant % MINUTE) + offset;
  const [month = 0, day, year = 0, hour, minute] = formatInstant(instant, {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  })
    .split(/\D+/)
    .map(Number);
  return Date.UTC(year, month - 1, day, hour, minute);
}

/** Returns the date 'YYYY-MM-DD' and the time 'HH:MM' of an instant, in milliseconds since 1970, in a time zone. */
export function toLocalTime(instant: number, timeZone: string): { date: string; time: string } {
  const text = new Date(readClock(instant, timeZone)).toISOString();
  return { date: text.slice(0, 10), time: text.slice(11, 16) };
}

/**
 * Returns the first instant, in milliseconds since 1970, at which a clock in the zone shows this date and time or a later
 * one: of a time that occurs twice the first, so that no one is told "open" after closing; of a skipped time the jump.
 */
export function toInstant(date: string, time: string, timeZone: string): number {
  const clock = Date.parse(`${date}T${time}Z`);
  // With the offset of the day before and with that of the day after, which differ around a change of the offset.
  const [before = 0, after = 0] = [clock - DAY, clock + DAY].map(
    (instant) => clock + instant - readClock(instant, timeZone),
  );
  const found = [before, after].find((instant) => readClock(instant, timeZone) === clock);
  // Clocks jump at a whole hour.
  return found ?? before - (clock % HOUR);
}

/** Returns the instant of a date and time 'YYYY-MM-DDTHH:MM', as `toInstant` does. */
export function parseLocalTime(localTime: string, timeZone: string): number {
  const [date = '', time = ''] = localTime.split('T');
  return toInstant(date, time, timeZone);
}

/** Returns the date so many days later, or earlier. */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY).toISOString().slice(0, 10);

/** Whether a text is a date 'YYYY-MM-DD' of the calendar, which '2026-02-30' is not. */
export const isDate = (text: string): boolean =>
  // Date.parse takes '2026-02-30' for March 2.
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && addDays(text, 0) === text;

/** Whether a text is a date and time 'YYYY-MM-DDTHH:MM' of the calendar and the clock. */
export function isLocalTime(text: string): boolean {
  const [date = '', time = ''] = text.split('T');
  return isDate(date) && text === `${date}T${time}` && /^([01]\d|2[0-3]):[0-5]\d$/.test(time);
}

/** Whether a text is the name of a time zone that this process knows. */
export function isTimeZone(name: string): boolean {
  try {
    // A fixed offset such as "+05:00" is no zone: it has no daylight saving time.
    return /^[A-Za-z]/.test(name) && new Intl.DateTimeFormat('en-US', { timeZone: name }) instanceof Object;
  } catch {
    return false;
  }
}
