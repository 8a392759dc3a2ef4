import { toKey } from '../content/compareContent';
import { listItems } from '../content/entryContent';

/** The content of a field: when the form was opened, in the form, and stored now. */
export interface Values {
  opened: unknown;
  form: unknown;
  stored: unknown;
}

/** The rows of a list as Strapi accepts them, in the order of their contents. */
export type Rows = Pick<Values, 'form' | 'stored'>;

/**
 * Merges two lists in which different rows were changed.
 * @returns `undefined` when both have changed the same row, or when rows were moved
 */
export function mergeRows({ opened, form, stored }: Values, rows: Rows): unknown[] | undefined {
  if (!Array.isArray(opened) || !Array.isArray(rows.form) || !Array.isArray(rows.stored)) return undefined;
  const [openedKeys = [], formKeys = [], storedKeys = []] = [opened, form, stored].map((contents) =>
    listItems(contents).map(toKey),
  );
  if ([openedKeys, formKeys, storedKeys].some((keys) => new Set(keys).size < keys.length)) return undefined;
  if (openedKeys.some((key) => !formKeys.includes(key) && !storedKeys.includes(key))) return undefined;
  const kept = (keys: string[], others: string[]) => keys.filter((key) => others.includes(key)).join();
  const isMoved = (keys: string[]) => kept(keys, openedKeys) !== kept(openedKeys, keys);
  if (isMoved(formKeys) || isMoved(storedKeys)) return undefined;

  const isRemoved = (key: string) => openedKeys.includes(key) && !storedKeys.includes(key);
  const mergedKeys = formKeys.filter((key) => !isRemoved(key));
  for (const [index, key] of storedKeys.entries()) {
    if (openedKeys.includes(key) || formKeys.includes(key)) continue;
    const previous = mergedKeys.indexOf(storedKeys[index - 1] ?? '');
    mergedKeys.splice(previous < 0 && index > 0 ? mergedKeys.length : previous + 1, 0, key);
  }
  const rowsByKey = new Map<string, unknown>();
  for (const [index, key] of storedKeys.entries()) rowsByKey.set(key, rows.stored[index]);
  for (const [index, key] of formKeys.entries()) rowsByKey.set(key, rows.form[index]);
  return mergedKeys.map((key) => rowsByKey.get(key));
}
