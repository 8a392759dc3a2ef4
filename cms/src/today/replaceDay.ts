import type { SpecialDayEntry } from '../contact/specialDays';
import { addDays } from '../contact/zonedTime';

/** A special day as Strapi returns it. */
export interface StoredSpecialDay extends SpecialDayEntry {
  id?: number;
  from: string;
}

/** Returns a special day from one date until another; a special day of one date has no last date. */
const between = (day: StoredSpecialDay, from: string, until: string): StoredSpecialDay => ({
  ...day,
  from,
  until: from === until ? null : until,
});

/** Removes one date, 'YYYY-MM-DD', from the special days. Days before and after it keep what they have. */
export function removeDate(days: StoredSpecialDay[], date: string): StoredSpecialDay[] {
  return days.flatMap((day) => {
    const last = day.until || day.from;
    if (date < day.from || date > last) return [day];
    const { id: _, ...copy } = day;
    const before = date > day.from ? [between(day, day.from, addDays(date, -1))] : [];
    // One of the two is new, because an id can be in the list once.
    const after = date < last ? [between(before.length ? copy : day, addDays(date, 1), last)] : [];
    return [...before, ...after];
  });
}

/** Adds a special day of one date to the special days, instead of what they have for this date, in the order of the dates. */
export const replaceDate = (days: StoredSpecialDay[], day: StoredSpecialDay): StoredSpecialDay[] =>
  [...removeDate(days, day.from), day].sort((one, other) => (one.from < other.from ? -1 : 1));
