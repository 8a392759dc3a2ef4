import type { Fields } from '../content/contentTypes';
import { isRecord } from '../shared/isRecord';
import { quote, quoteBoth } from './shortenTexts';
import { type Content, isPicture, isSame, listItems } from './versionContent';

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

/** Formats a value that is no picture or row, also a text that is a date or a time, as the owner reads it. */
function formatValue(value: unknown, timeZone: string): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  const text = String(value);
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text);
  if ((!isDay && !/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)) || Number.isNaN(Date.parse(text))) return text;
  const format = new Intl.DateTimeFormat(
    'en-US',
    isDay ? { dateStyle: 'long', timeZone: 'UTC' } : { dateStyle: 'medium', timeStyle: 'short', timeZone },
  );
  // Newer browsers and servers put a narrow space before "PM", others a normal one.
  return format.format(new Date(text)).replaceAll('\u202f', ' ');
}

/** Joins changes; of many, the first three and their number. */
function joinChanges(changes: string[], separator: string): string {
  const more = changes.length - MAX_CHANGES;
  return [...changes.slice(0, MAX_CHANGES), ...(more > 0 ? [`and ${more} more`] : [])].join(separator);
}

/** Describes the change of a text, number or boolean, without the name of its field. */
function describeScalar(before: unknown, after: unknown, timeZone: string): string {
  const [a, b] = [before, after].map((value) => value ?? '');
  const format = (value: unknown) => quote(formatValue(value, timeZone));
  if (b === '') return `${format(a)} removed`;
  if (a === '') return `${format(b)} added`;
  if (typeof a !== 'string' || typeof b !== 'string')
    return `${formatValue(a, timeZone)} → ${formatValue(b, timeZone)}`;
  const [old, current] = quoteBoth(formatValue(a, timeZone), formatValue(b, timeZone));
  return old === current ? ONLY_SPACES : `${old} → ${current}`;
}

/** Returns the name by which the owner knows a picture or a row: a row has that of its first field. */
function nameOf(item: unknown, fields: Fields, timeZone: string): string {
  if (isPicture(item)) return quote(item.name);
  if (!isRecord(item)) return quote(formatValue(item, timeZone));
  const names = [...Object.keys(fields), ...Object.keys(item)];
  const first = names.map((name) => item[name]).find((value) => value !== null && value !== undefined);
  return quote(formatValue(first ?? '', timeZone));
}

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
    return describeFields({ fields, rows: {}, timeZone }, a, b).map((change) => `${name}: ${change}`);
  });
  if (changed.length) return changed;
  return [old?.join() === current?.join() ? 'replaced' : 'in another order'];
}

/** Lists the changes of the fields of an entry or a row, each with the label of its field. */
function describeFields({ fields, rows, timeZone }: Labels, before: Content, after: Content): string[] {
  const names = new Set([...Object.keys(fields), ...Object.keys(after), ...Object.keys(before)]);
  return [...names].flatMap((name) => {
    const [a, b] = [before[name], after[name]];
    if (isSame(a, b)) return [];
    const label = fields[name]?.label ?? name;
    const isList = [...listItems(a), ...listItems(b)].some(isRecord);
    const changes = isList
      ? describeList(listItems(a), listItems(b), rows[name] ?? {}, timeZone)
      : [describeScalar(a, b, timeZone)];
    return [`${label}: ${joinChanges(changes, ', ')}`];
  });
}

/** Describes in one line what changed between two contents of an entry; `''` when the site shows the same. */
export const describeChange = (labels: Labels, before: Content, after: Content): string =>
  joinChanges(describeFields(labels, before, after), '; ');
