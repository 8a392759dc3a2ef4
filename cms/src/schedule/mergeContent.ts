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

/** The rows of a list by a field that no two of them have in common; `undefined` when a row has none. */
function rowsBy(field: 'key' | 'from', value: unknown): Map<string, Content> | undefined {
  const rows = listItems(value).filter(isRecord);
  const keyed = new Map(rows.map((row) => [row[field], row]));
  const keys = [...keyed.keys()].filter((key) => typeof key === 'string' && key !== '');
  return keys.length === rows.length ? new Map(rows.map((row) => [String(row[field]), row])) : undefined;
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

/** Merges drinks: one that was taken off or moved since is so afterwards, with the words that were scheduled. */
function mergeDrinks(
  replaced: Map<string, Content>,
  scheduled: Map<string, Content>,
  present: Map<string, Content>,
): Content[] {
  const keysOf = (rows: Map<string, Content>) => [...rows.keys()];
  const isRemoved = (key: string) => replaced.has(key) && (!present.has(key) || !scheduled.has(key));
  const inBoth = (rows: Map<string, Content>, others: Map<string, Content>) =>
    keysOf(rows).filter((key) => others.has(key));
  // The order is that of the scheduled list if it moved rows, else that of the site.
  const hasMoved = !isSame(inBoth(scheduled, replaced), inBoth(replaced, scheduled));
  const [first, second] = hasMoved ? [scheduled, present] : [present, scheduled];
  const keys = keysOf(first).filter((key) => !isRemoved(key));
  for (const [index, key] of keysOf(second).entries()) {
    if (keys.includes(key) || isRemoved(key)) continue;
    const previous = keysOf(second)
      .slice(0, index)
      .findLast((other) => keys.includes(other));
    keys.splice(previous === undefined ? 0 : keys.indexOf(previous) + 1, 0, key);
  }
  return keys.map((key) => {
    const [row, shown] = [scheduled.get(key), present.get(key)];
    if (!row || !shown) return row ?? shown ?? {};
    return { ...shown, ...mergeContent(replaced.get(key) ?? {}, row, shown) };
  });
}

function mergeValue({ replaced, scheduled, present }: Values): unknown {
  if (isSame(replaced, present)) return scheduled;
  if (isSame(replaced, scheduled)) return present;
  if (!Array.isArray(scheduled) || !Array.isArray(present)) return scheduled;
  for (const [field, merge] of [
    ['key', mergeDrinks],
    ['from', mergeDays],
  ] as const) {
    const [old, next, current] = [replaced, scheduled, present].map((rows) => rowsBy(field, rows));
    if (old && next && current) return merge(old, next, current);
  }
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
 * of their lists, such as today's special hours, or a drink that was taken off the menu. Of what is stated about a dish, the newer one
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
