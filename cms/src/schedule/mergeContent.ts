import { mergeRows } from '../conflicts/mergeRows';
import { isSame } from '../content/compareContent';
import { type Content, listItems } from '../content/entryContent';
import { parseStoredStatement } from '../shared/diet/dietaryStatement';
import { mergeStatements } from '../shared/diet/mergeStatements';
import { isRecord } from '../shared/isRecord';

/** A value when the change was scheduled, as it was scheduled, and as the site has it now. */
interface Values {
  replaced: unknown;
  scheduled: unknown;
  present: unknown;
}

/** The special days of a list by their first dates; `undefined` when the rows are no special days, or two begin on the same day. */
function daysByDate(value: unknown): Map<string, Content> | undefined {
  const rows = listItems(value).filter(isRecord);
  const days = new Map(
    rows.flatMap((row) => (typeof row.from === 'string' && row.from ? [[row.from, row]] : [])),
  );
  return days.size === rows.length ? days : undefined;
}

/** Merges special days by their first dates: a day that was changed since and is scheduled to change is as it was scheduled. */
function mergeDays(
  replaced: Map<string, Content>,
  scheduled: Map<string, Content>,
  present: Map<string, Content>,
): Content[] {
  const dates = [...new Set([...scheduled.keys(), ...present.keys()])].sort();
  return dates.flatMap((date) => {
    const [before, planned, shown] = [replaced, scheduled, present].map((days) => days.get(date));
    const day = isSame(before, planned) ? shown : planned;
    return day ? [day] : [];
  });
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
 * of their lists, such as today's special hours. Of what is stated about a dish, the newer one
 * counts where it is more careful.
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
