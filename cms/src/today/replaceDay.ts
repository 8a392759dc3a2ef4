import type { SpecialDayEntry } from '../shared/hours/specialDays';
import { addDays } from '../shared/hours/zonedTime';

/** A special day with its date. */
export type DatedSpecialDay = SpecialDayEntry & { from: string };

/** Returns a special day from one date until another; a special day of one date has no last date. */
const between = (day: SpecialDayEntry, from: string, until: string): SpecialDayEntry => ({
  ...day,
  from,
  until: from === until ? null : until,
});

/** Whether a special day covers a date, 'YYYY-MM-DD'. */
const covers = (day: SpecialDayEntry, date: string): day is DatedSpecialDay =>
  Boolean(day.from) && (day.from ?? '') <= date && date <= (day.until || day.from || '');

/** Returns what the special days have for one date, without their other dates. */
export const selectDate = (
  days: SpecialDayEntry[],
  date: string,
): Omit<SpecialDayEntry, 'from' | 'until'>[] =>
  days.filter((day) => covers(day, date)).map(({ from: _, until: __, ...values }) => values);

/** Removes one date, 'YYYY-MM-DD', from the special days. Dates before and after it don't change. */
export const removeDate = (days: SpecialDayEntry[], date: string): SpecialDayEntry[] =>
  days.flatMap((day) => {
    if (!covers(day, date)) return [day];
    const last = day.until || day.from;
    const before = date > day.from ? [between(day, day.from, addDays(date, -1))] : [];
    const after = date < last ? [between(day, addDays(date, 1), last)] : [];
    return [...before, ...after];
  });

/** Adds a special day of one date to the special days, in place of what they have for this date, in the order of the dates. */
export const replaceDate = (days: SpecialDayEntry[], day: DatedSpecialDay): SpecialDayEntry[] =>
  [...removeDate(days, day.from), day].toSorted((one, other) =>
    String(one.from).localeCompare(String(other.from)),
  );
