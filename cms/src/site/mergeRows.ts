import { toKey } from './entryContent';

/**
 * Merges three lists by their rows, as `mergeValue` does.
 * @returns `undefined` when both have changed the same row, or when rows were moved
 */
export function mergeRows<Row>(base: Row[], mine: Row[], theirs: Row[]): Row[] | undefined {
  const [old = [], own = [], other = []] = [base, mine, theirs].map((rows) => rows.map(toKey));
  if ([old, own, other].some((keys) => new Set(keys).size < keys.length)) return undefined;
  if (old.some((key) => !own.includes(key) && !other.includes(key))) return undefined;
  const kept = (keys: string[], others: string[]) => keys.filter((key) => others.includes(key)).join();
  const isMoved = (keys: string[]) => kept(keys, old) !== kept(old, keys);
  if (isMoved(own) || isMoved(other)) return undefined;

  const merged = own.filter((key) => !old.includes(key) || other.includes(key));
  for (const [index, key] of other.entries()) {
    if (old.includes(key) || own.includes(key)) continue;
    // Beside the neighbor that is still there.
    const [previous, next] = [merged.indexOf(other[index - 1] ?? ''), merged.indexOf(other[index + 1] ?? '')];
    const isBefore = previous < 0 && next >= 0;
    const isLast = previous < 0 && index > 0;
    merged.splice(isBefore ? next : isLast ? merged.length : previous + 1, 0, key);
  }
  const rowsByKey = new Map([...theirs, ...mine].map((row) => [toKey(row), row] as const));
  return merged.flatMap((key) => rowsByKey.get(key) ?? []);
}
