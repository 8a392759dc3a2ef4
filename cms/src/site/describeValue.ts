import type { Fields } from '../shared/content/contentTypes';
import { describeStatement } from '../shared/diet/describeStatement';
import { parseStoredStatement } from '../shared/diet/dietaryStatement';
import { describeDate, describeInstant } from '../shared/hours/describeHours';
import { isDate } from '../shared/hours/zonedTime';
import { isRecord } from '../shared/isRecord';
import { isSame } from './compareContent';
import { isPicture } from './entryContent';

/** In place of today: each date is described with its year, because the text may be read years later. */
const NO_DATE = '';

/** Formats a value that is no picture or row, also a text that is a date or a time, as the owner reads it. */
export function formatValue(value: unknown, timeZone: string): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  const text = String(value);
  if (isDate(text)) return describeDate(text, NO_DATE);
  const instant = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(instant) ? text : describeInstant(instant, NO_DATE, timeZone, describeDate);
}

/**
 * Describes a value of a content for the owner, each picture and each row of a component on its own line; '' if it is empty.
 * @param fields the fields of the rows
 */
export function describeValue(value: unknown, fields: Fields, timeZone: string): string {
  if (Array.isArray(value)) return value.map((item) => describeValue(item, fields, timeZone)).join('\n');
  if (isSame(value, null)) return '';
  if (isPicture(value)) return value.name;
  if (!isRecord(value)) return formatValue(value, timeZone);
  const statement = parseStoredStatement(value);
  if (statement) return describeStatement(statement);
  const parts = Object.entries(fields).flatMap(([name, { label }], index) => {
    const item = value[name];
    if (isSame(item, null)) return [];
    if (item === true) return [label];
    const text = describeValue(item, {}, timeZone);
    return [index === 0 ? text : `${label}: ${text}`];
  });
  return parts.join(', ');
}
