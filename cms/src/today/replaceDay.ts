import type { SpecialDayEntry } from '../shared/hours/specialDays';
import { addDays } from '../shared/hours/zonedTime';

/** A special day as Strapi returns it. */
export interface StoredSpecialDay extends SpecialDayEntry {
  id?: number;
  /** `null` in a draft in which the owner has not chosen the day yet. */
  from: string | null;
}

/** A special day with its date. */
export type DatedSpecialDay = StoredSpecialDay & { from: string };

/** Returns a special day from one date until another; a special day of one date has no last date. */
const between = (day: StoredSpecialDay, from: string, until: string): StoredSpecialDay => ({
  ...day,
  from,
  until: from === until ? null : until,
});

/** Whether a special day covers a date, 'YYYY-MM-DD'. */
const covers = (day: StoredSpecialDay, date: string): day is DatedSpecialDay =>
  Boolean(day.from) && (day.from ?? '') <= date && date <= (day.until || day.from || '');

/** Returns what the special days have for one date, without their other dates. */
export const selectDate = (
  days: StoredSpecialDay[],
  date: string,
): Omit<StoredSpecialDay, 'from' | 'until'>[] =>
  days.filter((day) => covers(day, date)).map(({ from: _, until: __, ...values }) => values);

/** Removes one date, 'YYYY-MM-DD', from the special days. Dates before and after it don't change. */
export function removeDate(days: StoredSpecialDay[], date: string): StoredSpecialDay[] {
  return days.flatMap((day) => {
    if (!covers(day, date)) return [day];
    const last = day.until || day.from;
    const { id: _, ...copy } = day;
    const before = date > day.from ? [between(day, day.from, addDays(date, -1))] : [];
    // One of the two is new, because an id can be in the list once.
    const after = date < last ? [between(before.length ? copy : day, addDays(date, 1), last)] : [];
    return [...before, ...after];
  });
}

/** Returns the date by which special days are sorted: those without a date come last. */
const sortingDate = ({ from }: StoredSpecialDay) => from || '9999-12-31';

/**
 * Adds a special day of one date to the special days, instead of what they have for this date, in the order of the dates. It
 * gets the id of the special day that it replaces completely, so that a form that is open in the admin can still be saved.
 */
export function replaceDate(days: StoredSpecialDay[], day: DatedSpecialDay): StoredSpecialDay[] {
  const replaced = days.find(({ from, until }) => from === day.from && (until || from) === day.from);
  const added = replaced?.id === undefined ? day : { ...day, id: replaced.id };
  return [...removeDate(days, day.from), added].sort((one, other) =>
    sortingDate(one).localeCompare(sortingDate(other)),
  );
}
