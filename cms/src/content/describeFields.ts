import { describeDate, describeTime } from '../contact/describeHours';
import { isDate, toLocalTime } from '../contact/zonedTime';
import { isRecord } from '../shared/isRecord';
import { componentFields } from './contentTypes';

/** The used part of the schema of a field; `fields` are those of a component. */
export interface FieldSchema {
  type: string;
  component?: string;
  fields?: Record<string, FieldSchema>;
}

/** The clock by which dates and times are described. */
export interface Clock {
  /** In milliseconds since 1970. */
  now: number;
  timeZone: string;
}

const MAX_LENGTH = 80;
/** How much of the unchanged text before a difference is shown. */
const CONTEXT_LENGTH = 24;

const isEmpty = (value: unknown) => value === null || value === undefined || value === '';

/** Describes an instant, such as “today at 4:12 pm” or “on Friday, November 20 at noon”. */
export function describeInstant(instant: number, { now, timeZone }: Clock): string {
  const today = toLocalTime(now, timeZone).date;
  const { date, time } = toLocalTime(instant, timeZone);
  return `${date === today ? 'today' : `on ${describeDate(date, today)}`} at ${describeTime(time)}`;
}

/** Describes a row of a component: its first field, then the others with their labels. */
function describeRow(
  row: Record<string, unknown>,
  { component = '', fields = {} }: FieldSchema,
  clock: Clock,
) {
  const parts = Object.entries(fields).flatMap(([name, field], index) => {
    const label = componentFields[component]?.[name]?.label ?? name;
    if (field.type === 'boolean') return row[name] === true ? [label] : [];
    const text = describeValue(row[name], field, clock);
    if (text === '') return [];
    return index === 0 ? [text] : [`${label}: ${text}`];
  });
  return parts.join(', ');
}

/** Describes the value of a field for the owner, each picture and each row of a component on its own line; '' if it is empty. */
export function describeValue(value: unknown, field: FieldSchema, clock: Clock): string {
  if (Array.isArray(value)) return value.map((row) => describeValue(row, field, clock)).join('\n');
  if (isEmpty(value)) return '';
  if (isRecord(value))
    return field.type === 'media'
      ? String(value.alternativeText || value.name || 'a picture')
      : describeRow(value, field, clock);
  const text = String(value);
  if (field.type === 'date' && isDate(text))
    return describeDate(text, toLocalTime(clock.now, clock.timeZone).date);
  const instant = field.type === 'datetime' ? Date.parse(text) : Number.NaN;
  return Number.isNaN(instant) ? text : describeInstant(instant, clock);
}

/** Puts a text on one line, and cuts a long one between words to the surroundings of a position. */
function shorten(text: string, position: number): string {
  if (text.length <= MAX_LENGTH) return text.replace(/\s+/g, ' ');
  const start = Math.max(0, Math.min(position - CONTEXT_LENGTH, text.length - MAX_LENGTH));
  const end = start + MAX_LENGTH;
  const cut = text.slice(start, end);
  const whole = `${start > 0 ? '…' : ''}${start > 0 ? cut.replace(/^\S*\s/, '') : cut}`;
  return (end < text.length ? `${whole.replace(/\s\S*$/, '')}…` : whole).replace(/\s+/g, ' ');
}

const quote = (text: string, position = 0) => (text === '' ? 'nothing' : `“${shorten(text, position)}”`);

function describeTextChange(before: string, after: string): string {
  let position = 0;
  while (position < before.length && before[position] === after[position]) position += 1;
  return `${quote(before, position)} → ${quote(after, position)}`;
}

/** Returns the rows that others lack; a row that is there twice must be there twice in the others. */
function subtract(rows: string[], others: string[]): string[] {
  const remaining = [...others];
  return rows.filter((row) => {
    const index = remaining.indexOf(row);
    if (index >= 0) remaining.splice(index, 1);
    return index < 0;
  });
}

/** Describes on one line what has changed in a field, such as “A” → “B” or, in a list, added “C”. */
export function describeChange(before: unknown, after: unknown, field: FieldSchema, clock: Clock): string {
  const describe = (value: unknown) => describeValue(value, field, clock);
  if (!Array.isArray(before) && !Array.isArray(after))
    return describeTextChange(describe(before), describe(after));
  const [oldRows = [], newRows = []] = [before, after].map((rows) =>
    Array.isArray(rows) ? rows.map(describe) : [],
  );
  const [added, removed] = [subtract(newRows, oldRows), subtract(oldRows, newRows)];
  const [onlyRemoved, onlyAdded] = [removed[0], added[0]];
  if (onlyRemoved !== undefined && onlyAdded !== undefined && removed.length === 1 && added.length === 1)
    return describeTextChange(onlyRemoved, onlyAdded);
  const parts = [
    ...(added.length > 0 ? [`added ${added.map((row) => quote(row)).join(', ')}`] : []),
    ...(removed.length > 0 ? [`removed ${removed.map((row) => quote(row)).join(', ')}`] : []),
  ];
  return parts.join('; ') || 'in another order';
}
