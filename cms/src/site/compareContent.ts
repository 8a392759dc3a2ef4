import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '../shared/isRecord';
import { unifyBreaks } from '../shared/lineBreaks';
import { type Content, isPicture, omitRowId } from './entryContent';

/**
 * Reduces a value to what the site shows: an empty value and `false` are like none, a picture is its file, and all line breaks are the
 * same.
 */
function normalize(value: unknown): unknown {
  // A boolean field that an update has added is null in the rows from before.
  if (value === null || value === '' || value === false) return undefined;
  if (typeof value === 'string') return unifyBreaks(value);
  if (isPicture(value)) return value.pictureId;
  if (Array.isArray(value)) return value.length ? value.map(normalize) : undefined;
  if (!isRecord(value)) return value;
  const entries = Object.entries(omitRowId(value)).map(([name, item]) => [name, normalize(item)] as const);
  return Object.fromEntries(entries.filter(([, item]) => item !== undefined));
}

/** Whether the site shows two values in the same way: contents, parts of them, or components without pictures. */
export const isSame = (a: unknown, b: unknown): boolean => isDeepStrictEqual(normalize(a), normalize(b));

/** Returns a text that is the same for the contents of two rows that the site shows in the same way. */
export const toKey = (row: unknown): string => JSON.stringify(normalize(row)) ?? '';

/** Lists the fields that the site shows in another way than the draft. */
export const listChangedFields = (draft: Content, published: Content): string[] =>
  Object.keys({ ...published, ...draft }).filter((name) => !isSame(draft[name], published[name]));
