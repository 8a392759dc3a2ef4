import { isRecord } from '../shared/isRecord';

/** The used part of the schema of a field; `fields` are those of a component. */
export interface FieldSchema {
  type: string;
  component?: string;
  fields?: Record<string, FieldSchema>;
}

/**
 * Reduces the value of a field to what the owner can change, so that two values can be compared: pictures to their ids,
 * rows of components to their fields, and everything empty to `null`.
 */
function reduce(value: unknown, field: FieldSchema): unknown {
  if (value === undefined || value === '' || value === false) return null;
  if (Array.isArray(value)) return value.length > 0 ? value.map((row) => reduce(row, field)) : null;
  if (!isRecord(value)) return value;
  if (field.type === 'media') return value.id;
  return Object.entries(field.fields ?? {}).map(([name, rowField]) => reduce(value[name], rowField));
}

const toKey = (value: unknown, field: FieldSchema): string => JSON.stringify(reduce(value, field) ?? null);

/** The values of a field: when the form was opened, in the form, and stored now. */
export interface Values {
  opened: unknown;
  form: unknown;
  stored: unknown;
}

/**
 * Merges two lists in which different rows were changed.
 * @returns `undefined` when both have changed the same row, or when rows were moved
 */
function mergeRows({ opened, form, stored }: Values, field: FieldSchema): unknown[] | undefined {
  if (!Array.isArray(opened) || !Array.isArray(form) || !Array.isArray(stored)) return undefined;
  const keyOf = (row: unknown) => toKey(row, field);
  const [openedKeys = [], formKeys = [], storedKeys = []] = [opened, form, stored].map((rows) =>
    rows.map(keyOf),
  );
  if ([openedKeys, formKeys, storedKeys].some((keys) => new Set(keys).size < keys.length)) return undefined;
  if (openedKeys.some((key) => !formKeys.includes(key) && !storedKeys.includes(key))) return undefined;
  const kept = (keys: string[], others: string[]) => keys.filter((key) => others.includes(key)).join();
  const isMoved = (keys: string[]) => kept(keys, openedKeys) !== kept(openedKeys, keys);
  if (isMoved(formKeys) || isMoved(storedKeys)) return undefined;

  const isRemoved = (key: string) => openedKeys.includes(key) && !storedKeys.includes(key);
  const merged: unknown[] = form.filter((_, index) => !isRemoved(formKeys[index] ?? ''));
  storedKeys.forEach((key, index) => {
    if (openedKeys.includes(key) || formKeys.includes(key)) return;
    const mergedKeys = merged.map(keyOf);
    const previous = mergedKeys.indexOf(storedKeys[index - 1] ?? '');
    merged.splice(previous < 0 && index > 0 ? merged.length : previous + 1, 0, stored[index]);
  });
  return merged;
}

/** What saving a field of a form does to a change that was made elsewhere since the form was opened. */
export type Comparison =
  /** Nothing: there is no such change, or the form has the same. */
  | { kind: 'safe' }
  /** It takes back the change, although nobody has changed the field in the form. */
  | { kind: 'untouched' }
  /** Both have changed a list, in different rows. */
  | { kind: 'merged'; rows: unknown[] }
  /** Both have changed the field. */
  | { kind: 'overwritten' };

/** Compares a field of a form with what is stored. */
export function compareField(values: Values, field: FieldSchema): Comparison {
  const [opened, form, stored] = [values.opened, values.form, values.stored].map((value) =>
    toKey(value, field),
  );
  if (stored === opened || stored === form) return { kind: 'safe' };
  if (form === opened) return { kind: 'untouched' };
  const rows = mergeRows(values, field);
  return rows ? { kind: 'merged', rows } : { kind: 'overwritten' };
}
