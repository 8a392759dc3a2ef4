import type { Fields } from '../shared/content/contentTypes';
import { isSameItemText } from '../shared/content/itemText';
import { describeStatement } from '../shared/diet/describeStatement';
import { parseStoredStatement, type StoredStatement } from '../shared/diet/dietaryStatement';
import { isRecord } from '../shared/isRecord';
import { isSame } from './compareContent';
import { formatValue } from './describeValue';
import { type Content, isPicture, listItems, omitRowId } from './entryContent';
import { quote, quoteBoth } from './shortenTexts';

/** How the owner knows the fields of an entry. */
export interface Labels {
  fields: Fields;
  /** The fields of the rows of each component field. */
  rows: Record<string, Fields>;
  /** The restaurant's time zone. */
  timeZone: string;
}

const MAX_CHANGES = 3;

const ONLY_SPACES = 'only spaces or line breaks changed';

/** Joins changes; of many, the first three and their number. */
function joinChanges(changes: string[], separator: string): string {
  const more = changes.length - MAX_CHANGES;
  return [...changes.slice(0, MAX_CHANGES), ...(more > 0 ? [`and ${more} more`] : [])].join(separator);
}

/** Describes the change of a text, number or boolean, without the name of its field. */
function describeScalar(before: unknown, after: unknown, timeZone: string): string {
  const format = (value: unknown) => formatValue(value, timeZone);
  // No answer is the same as no.
  if ([before, after].some((value) => typeof value === 'boolean'))
    return `${format(before ?? false)} → ${format(after ?? false)}`;
  if (isSame(after, null)) return `${quote(format(before))} removed`;
  if (isSame(before, null)) return `${quote(format(after))} added`;
  if (typeof before !== 'string' || typeof after !== 'string') return `${format(before)} → ${format(after)}`;
  const [old, current] = quoteBoth(format(before), format(after));
  return old === current ? ONLY_SPACES : `${old} → ${current}`;
}

/** Describes the change of what is stated about a dish. */
function describeStatementChange(
  before: StoredStatement | undefined,
  after: StoredStatement | undefined,
  timeZone: string,
): string {
  const [old, current] = [before, after].map((statement) => statement && describeStatement(statement));
  if (before && after && isSame({ ...before, confirmedFor: null }, { ...after, confirmedFor: null }))
    return isSameItemText(before.confirmedFor, after.confirmedFor)
      ? 'confirmed again'
      : 'confirmed for the new words';
  return describeScalar(old ?? null, current ?? null, timeZone);
}

/** Returns the name by which the owner knows a picture or a row: a row has that of its first field. */
function nameOf(item: unknown, fields: Fields, timeZone: string): string {
  if (isPicture(item)) return quote(item.name);
  if (!isRecord(item)) return quote(formatValue(item, timeZone));
  const names = [...Object.keys(fields), ...Object.keys(item)];
  const first = names.map((name) => item[name]).find((value) => !isSame(value, null));
  return quote(formatValue(first ?? '', timeZone));
}

/** Returns the items of a list with what the owner can read. */
const listNamed = (value: unknown): unknown[] =>
  listItems(value).map((item) => (isRecord(item) ? omitRowId(item) : item));

/** Returns the items of `items` that `others` lacks; one that occurs twice must occur twice there. */
function subtract(items: string[], others: string[]): string[] {
  const remaining = [...others];
  return items.filter((item) => {
    const index = remaining.indexOf(item);
    if (index >= 0) remaining.splice(index, 1);
    return index < 0;
  });
}

/** Lists the changes of a list of pictures or rows, without the name of its field. */
function describeList(before: unknown[], after: unknown[], fields: Fields, timeZone: string): string[] {
  const [old, current] = [before, after].map((items) => items.map((item) => nameOf(item, fields, timeZone)));
  const [removed, added] = [subtract(old ?? [], current ?? []), subtract(current ?? [], old ?? [])];
  const [first] = removed;
  if (removed.length === 1 && added.length === 1 && before.length === after.length)
    return [`${first} → ${added[0]}`];
  if (removed.length || added.length)
    return [...added.map((name) => `${name} added`), ...removed.map((name) => `${name} removed`)];
  // The same names: rows whose other fields have changed, or another order.
  const changed = (current ?? []).flatMap((name, index) => {
    const [a, b] = [before[(old ?? []).indexOf(name)], after[index]];
    if (!isRecord(a) || !isRecord(b) || isPicture(a) || isSame(a, b)) return [];
    return listChanges({ fields, rows: {}, timeZone }, a, b).map((change) => `${name}: ${change}`);
  });
  if (changed.length) return changed;
  return [old?.join() === current?.join() ? 'replaced' : 'in another order'];
}

/**
 * Describes in one line what changed between two values of a field, without its name, such as “A” → “B”; `''` when the site
 * shows both in the same way.
 * @param fields the fields of the rows of a component
 */
export function describeChange(
  before: unknown,
  after: unknown,
  { fields, timeZone }: { fields: Fields; timeZone: string },
): string {
  if (isSame(before, after)) return '';
  const [stated, statedNow] = [before, after].map(parseStoredStatement);
  if (stated || statedNow) return describeStatementChange(stated, statedNow, timeZone);
  const [old, current] = [listNamed(before), listNamed(after)];
  if (![...old, ...current].some(isRecord)) return describeScalar(before, after, timeZone);
  return joinChanges(describeList(old, current, fields, timeZone), ', ');
}

/** Lists the changes of the fields of an entry or a row, each with the label of its field. */
function listChanges({ fields, rows, timeZone }: Labels, before: Content, after: Content): string[] {
  const names = new Set([...Object.keys(fields), ...Object.keys(after), ...Object.keys(before)]);
  return [...names].flatMap((name) => {
    const change = describeChange(before[name], after[name], { fields: rows[name] ?? {}, timeZone });
    return change ? [`${fields[name]?.label ?? name}: ${change}`] : [];
  });
}

/** Describes in one line what changed between two contents of an entry; `''` when the site shows the same. */
export const describeChanges = (labels: Labels, before: Content, after: Content): string =>
  joinChanges(listChanges(labels, before, after), '; ');
