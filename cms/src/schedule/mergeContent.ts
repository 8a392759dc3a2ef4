import { mergeRows } from '../conflicts/mergeRows';
import { isSame } from '../content/compareContent';
import { type Content, listItems } from '../content/entryContent';
import { parseStoredStatement } from '../shared/diet/dietaryStatement';
import { mergeStatements } from '../shared/diet/mergeStatements';
import { addDays, isDate } from '../shared/hours/zonedTime';
import { isRecord } from '../shared/isRecord';

/** A value when the change was scheduled, as it was scheduled, and as the site has it now. */
interface Values {
  replaced: unknown;
  scheduled: unknown;
  present: unknown;
}

/** What a list of special days has for one date. */
interface DatedDay {
  /** The special day without its dates. */
  content: Content;
  /** Whether it has several dates. */
  isRange: boolean;
}

/** Longer lists are merged by their rows: the last day may be a typing error of centuries. */
const MAX_DATES = 3660;

/** The special days of a list by date; `undefined` when the rows are no special days, or two of them overlap. */
function daysByDate(value: unknown): Map<string, DatedDay> | undefined {
  const days = new Map<string, DatedDay>();
  for (const row of listItems(value)) {
    if (!isRecord(row)) return undefined;
    const { from, until, ...content } = row;
    if (typeof from !== 'string' || !isDate(from)) return undefined;
    const last = typeof until === 'string' && isDate(until) && until > from ? until : from;
    for (let date = from; date <= last; date = addDays(date, 1)) {
      if (days.has(date) || days.size === MAX_DATES) return undefined;
      days.set(date, { content, isRange: last !== from });
    }
  }
  return days;
}

/** Merges special days date by date: one that was changed since and is scheduled to change is as it was scheduled. */
function mergeDays(
  replaced: Map<string, DatedDay>,
  scheduled: Map<string, DatedDay>,
  present: Map<string, DatedDay>,
): Content[] {
  const dates = [...new Set([...scheduled.keys(), ...present.keys()])].sort();
  const rows: { day: DatedDay; from: string; last: string }[] = [];
  for (const date of dates) {
    const [before, planned, shown] = [replaced, scheduled, present].map((days) => days.get(date));
    const day = isSame(before?.content, planned?.content) ? shown : planned;
    if (!day) continue;
    const row = rows.at(-1);
    const continues =
      row &&
      addDays(row.last, 1) === date &&
      (row.day.isRange || day.isRange) &&
      isSame(row.day.content, day.content);
    if (continues) row.last = date;
    else rows.push({ day, from: date, last: date });
  }
  return rows.map(({ day, from, last }) => ({ ...day.content, from, until: last === from ? null : last }));
}

function mergeValue({ replaced, scheduled, present }: Values): unknown {
  if (isSame(replaced, present)) return scheduled;
  if (isSame(replaced, scheduled)) return present;
  if (!Array.isArray(scheduled) || !Array.isArray(present)) return scheduled;
  const [old, next, current] = [replaced, scheduled, present].map(daysByDate);
  if (old && next && current) return mergeDays(old, next, current);
  const values = { opened: replaced, form: scheduled, stored: present };
  return mergeRows(values, { form: scheduled, stored: present }) ?? scheduled;
}

function mergeStated({ replaced, scheduled, present }: Values): unknown {
  if (isSame(replaced, present)) return scheduled;
  if (isSame(replaced, scheduled)) return present;
  const parse = (stored: unknown) => parseStoredStatement(stored) ?? null;
  return mergeStatements(parse(scheduled), parse(present), parse(replaced));
}

/**
 * Returns the fields that a scheduled change publishes: as they were scheduled, with what was published in the meantime in other rows
 * of their lists, such as today's special hours. Of what is stated about a dish, the newer one counts where it is more careful.
 * @param replaced what the site had in these fields when the change was scheduled; `null` when it had never shown the entry
 * @param scheduled the fields that change
 * @param present what the site shows, or showed last
 */
export const mergeContent = (replaced: Content | null, scheduled: Content, present: Content): Content =>
  Object.fromEntries(
    Object.entries(scheduled).map(([name, value]) => {
      const values = { replaced: replaced?.[name], scheduled: value, present: present[name] };
      if (name === 'dietaryStatement') return [name, mergeStated(values)];
      return [name, replaced ? mergeValue(values) : value];
    }),
  );
