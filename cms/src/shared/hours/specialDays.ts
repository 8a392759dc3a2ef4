import { toPlainText } from '../contact/plainText';
import type { Hours } from './hours';
import { explainWays, readHoursOfDay } from './openingHours';
import { isDate } from './zonedTime';

/** One or more days on which the restaurant is closed or has hours of its own. */
export interface SpecialDay {
  /** 'YYYY-MM-DD'. */
  from: string;
  /** The last day, 'YYYY-MM-DD'; the same as `from` for one day. */
  until: string;
  /** In order; empty when the restaurant is closed; `undefined` when the stored text has two meanings. */
  hours: Hours[] | undefined;
  /** The stored text of the hours, if it has two meanings. */
  hoursText?: string;
  /** A few words such as 'Thanksgiving'; `''` without any. */
  reason: string;
}

/** A special day as the CMS stores it. */
export interface SpecialDayEntry {
  from?: string | null | undefined;
  until?: string | null | undefined;
  closed?: boolean | null | undefined;
  hours?: string | null | undefined;
  reason?: string | null | undefined;
}

/** What is wrong with an entry. */
interface SpecialDayProblem {
  field: keyof SpecialDayEntry;
  /** A sentence for the owner. */
  message: string;
}

/** Returns the reason as it fits behind “Closed today: ”. */
export const readReason = (text: string) =>
  toPlainText(text)
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/^closed\b(?: today)?[ :,–—-]*(?:for\b)? ?|\.$/gi, '');

/** Returns the special day, or the first problem of an entry that can't be understood. */
export function parseSpecialDay(
  entry: SpecialDayEntry,
):
  | { day: SpecialDay & { hours: Hours[] }; problem?: undefined }
  | { day?: undefined; problem: SpecialDayProblem } {
  const from = entry.from?.trim() ?? '';
  const until = entry.until?.trim() || from;
  const hoursText = toPlainText(entry.hours ?? '').trim();
  const reason = readReason(entry.reason ?? '');
  const reject = (field: keyof SpecialDayEntry, message: string) => ({ problem: { field, message } });

  if (from === '') return reject('from', 'Choose the day.');
  if (!isDate(from)) return reject('from', `“${from}” is not a date.`);
  if (!isDate(until)) return reject('until', `“${until}” is not a date.`);
  if (until < from) return reject('until', 'The last day is before the first.');
  if (hoursText === '' && !entry.closed)
    return reject('hours', 'Write the hours, or choose that you are closed.');
  const { ranges: hours, ways } = hoursText === '' ? { ranges: [] } : readHoursOfDay(hoursText);
  if (entry.closed && hours?.length !== 0)
    return reject('hours', 'You are either closed or open at these hours. Remove one of the two.');
  if (ways) return reject('hours', explainWays('These hours', ways));
  if (!hours) return reject('hours', 'Write the hours like “5:00 pm – 9:00 pm”.');
  return { day: { from, until, hours, reason } };
}

/** Returns the first two special days, in the order of their dates, that have a date in common. */
export function findOverlap(days: SpecialDay[]): [SpecialDay, SpecialDay] | undefined {
  const sorted = [...days].sort((one, other) => (one.from < other.from ? -1 : 1));
  for (const [index, day] of sorted.entries()) {
    const next = sorted[index + 1];
    // The first overlap in this order is between neighbours.
    if (next && next.from <= day.until) return [day, next];
  }
  return undefined;
}

/** Whether the hours of an entry have two meanings. */
export const hasTwoMeanings = ({ closed, hours }: SpecialDayEntry): boolean =>
  !closed && readHoursOfDay(hours ?? '').ways !== undefined;

/**
 * Parses a stored special day. Hours with two meanings, which an earlier version has accepted, still replace the weekly hours
 * of their dates, which would be wrong.
 */
function parseStoredDay(entry: SpecialDayEntry): SpecialDay | undefined {
  if (!hasTwoMeanings(entry)) return parseSpecialDay(entry).day;
  const { day: closedDay } = parseSpecialDay({ ...entry, hours: null, closed: true });
  return closedDay && { ...closedDay, hours: undefined, hoursText: toPlainText(entry.hours ?? '').trim() };
}

/**
 * Parses the special days that the site shows, in the order of their dates: without those that are invalid, and of two that have a
 * date in common only the one that ends later. The CMS checks no days that are over, so only such a day overlaps another one.
 */
export function selectDays(entries: SpecialDayEntry[]): SpecialDay[] {
  const selected: SpecialDay[] = [];
  const days = entries.flatMap((entry) => parseStoredDay(entry) ?? []);
  for (const day of days.sort((one, other) => other.until.localeCompare(one.until)))
    if (!findOverlap([...selected, day])) selected.push(day);
  return selected.reverse();
}
