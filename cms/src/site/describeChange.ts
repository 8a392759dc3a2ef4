import type { Core } from '@strapi/strapi';
import { readTimeZone } from '../environment/settings';
import { componentFields, type Fields, fieldsOfEntry } from '../shared/content/contentTypes';
import { isSameItemText } from '../shared/content/itemText';
import { describeStatement } from '../shared/diet/describeStatement';
import { parseStoredStatement, type StoredStatement } from '../shared/diet/dietaryStatement';
import { describeDate, describeInstant } from '../shared/hours/describeHours';
import { isDate } from '../shared/hours/zonedTime';
import { isRecord } from '../shared/isRecord';
import { quote, quoteBoth } from '../shared/shortenTexts';
import type { EntryId } from './entry';
import { type Content, isPicture, isSame, listItems, omitRowId } from './entryContent';

/** In place of today: each date is described with its year, because the text may be read years later. */
const NO_DATE = '';

/** Formats a value that is no picture or row, also a text that is a date or a time, as the owner reads it. */
export function formatValue(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  const text = String(value);
  if (isDate(text)) return describeDate(text, NO_DATE);
  const instant = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(instant) ? text : describeInstant(instant, NO_DATE, readTimeZone(), describeDate);
}

/**
 * Describes a value of a content for the owner, each picture and each row of a component on its own line; '' if it is empty.
 * @param fields the fields of the rows
 */
export function describeValue(value: unknown, fields: Fields): string {
  if (Array.isArray(value)) return value.map((item) => describeValue(item, fields)).join('\n');
  if (isSame(value, null)) return '';
  if (isPicture(value)) return value.name;
  if (!isRecord(value)) return formatValue(value);
  const statement = parseStoredStatement(value);
  if (statement) return describeStatement(statement);
  const parts = Object.entries(fields).flatMap(([name, { label }], index) => {
    const item = value[name];
    if (isSame(item, null)) return [];
    if (item === true) return [label];
    const text = describeValue(item, {});
    return [index === 0 ? text : `${label}: ${text}`];
  });
  return parts.join(', ');
}

/** How the owner knows the fields of an entry. */
export interface Labels {
  fields: Fields;
  /** The fields of the rows of each component field. */
  rows: Record<string, Fields>;
}

const MAX_CHANGES = 3;

const ONLY_SPACES = 'only spaces or line breaks changed';

/** Joins changes; of many, the first three and their number. */
function joinChanges(changes: string[], separator: string): string {
  const more = changes.length - MAX_CHANGES;
  return [...changes.slice(0, MAX_CHANGES), ...(more > 0 ? [`and ${more} more`] : [])].join(separator);
}

/** Describes the change of a text, number or boolean, without the name of its field. */
function describeScalar(before: unknown, after: unknown): string {
  // No answer is the same as no.
  if ([before, after].some((value) => typeof value === 'boolean'))
    return `${formatValue(before ?? false)} → ${formatValue(after ?? false)}`;
  const [old, current] = [formatValue(before), formatValue(after)];
  if (isSame(after, null)) return `${quote(old)} removed`;
  if (isSame(before, null)) return `${quote(current)} added`;
  if (typeof before !== 'string' || typeof after !== 'string') return `${old} → ${current}`;
  const [oldPart, currentPart] = quoteBoth(old, current);
  return oldPart === currentPart ? ONLY_SPACES : `${oldPart} → ${currentPart}`;
}

/** Describes the change of what is stated about a dish. */
function describeStatementChange(before?: StoredStatement, after?: StoredStatement): string {
  if (before && after && isSame({ ...before, confirmedFor: null }, { ...after, confirmedFor: null }))
    return isSameItemText(before.confirmedFor, after.confirmedFor)
      ? 'confirmed again'
      : 'confirmed for the new words';
  return describeScalar(before ? describeStatement(before) : null, after ? describeStatement(after) : null);
}

/** Returns the name by which the owner knows a picture or a row: a row has that of its first field. */
function nameItem(item: unknown, fields: Fields): string {
  if (isPicture(item)) return quote(item.name);
  if (!isRecord(item)) return quote(formatValue(item));
  const names = [...Object.keys(fields), ...Object.keys(omitRowId(item))];
  const first = names.map((name) => item[name]).find((value) => !isSame(value, null));
  return quote(formatValue(first ?? ''));
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
function describeList(before: unknown[], after: unknown[], fields: Fields): string[] {
  const old = before.map((item) => nameItem(item, fields));
  const current = after.map((item) => nameItem(item, fields));
  const removed = subtract(old, current);
  const added = subtract(current, old);
  if (removed.length === 1 && added.length === 1 && before.length === after.length)
    return [`${removed[0]} → ${added[0]}`];
  if (removed.length || added.length)
    return [...added.map((name) => `${name} added`), ...removed.map((name) => `${name} removed`)];
  // The same names: rows whose other fields have changed, or another order.
  const changed = current.flatMap((name, index) => {
    const [a, b] = [before[old.indexOf(name)], after[index]];
    if (!isRecord(a) || !isRecord(b) || isPicture(a) || isSame(a, b)) return [];
    return listChanges({ fields, rows: {} }, omitRowId(a), omitRowId(b)).map(
      (change) => `${name}: ${change}`,
    );
  });
  if (changed.length) return changed;
  return [old.join() === current.join() ? 'replaced' : 'in another order'];
}

/**
 * Describes in one line what changed between two values of a field, without its name, such as “A” → “B”; `''` when the site
 * shows both in the same way.
 * @param fields the fields of the rows of a component
 */
export function describeChange(before: unknown, after: unknown, fields: Fields): string {
  if (isSame(before, after)) return '';
  const [stated, statedNow] = [before, after].map(parseStoredStatement);
  if (stated || statedNow) return describeStatementChange(stated, statedNow);
  const [old, current] = [listItems(before), listItems(after)];
  if (![...old, ...current].some(isRecord)) return describeScalar(before, after);
  return joinChanges(describeList(old, current, fields), ', ');
}

/** Lists the changes of the fields of an entry or a row, each with the label of its field. */
function listChanges({ fields, rows }: Labels, before: Content, after: Content): string[] {
  const names = new Set([...Object.keys(fields), ...Object.keys(after), ...Object.keys(before)]);
  return [...names].flatMap((name) => {
    const change = describeChange(before[name], after[name], rows[name] ?? {});
    return change ? [`${fields[name]?.label ?? name}: ${change}`] : [];
  });
}

/** Describes in one line what changed between two contents of an entry; `''` when the site shows the same. */
export const describeChanges = (labels: Labels, before: Content, after: Content): string =>
  joinChanges(listChanges(labels, before, after), '; ');

/** Returns how the owner knows the fields of an entry. */
export function labelsOf(strapi: Core.Strapi, { uid, documentId }: EntryId): Labels {
  const rows: Record<string, Fields> = {};
  for (const [name, attribute] of Object.entries(strapi.contentType(uid).attributes))
    if (attribute.type === 'component') rows[name] = componentFields[attribute.component] ?? {};
  return { fields: fieldsOfEntry(uid, documentId), rows };
}

/** Describes in one line what changes between two contents of an entry; `''` when the site shows the same. */
export const describeEntryChanges = (
  strapi: Core.Strapi,
  entry: EntryId,
  before: Content,
  after: Content,
): string => describeChanges(labelsOf(strapi, entry), before, after);

/** Describes that the site shows an entry again. */
export const describeReturn = (change: string): string =>
  ['Back on the site', change].filter(Boolean).join('; ');
