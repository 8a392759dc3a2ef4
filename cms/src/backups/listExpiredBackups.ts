import { isNameInFuture } from './folders';

/** Returns the newest name of each of the last days or months. */
function listNewestOfEach(newestFirst: string[], period: 'day' | 'month', count: number): string[] {
  const newest = new Map<string, string>();
  for (const name of newestFirst) {
    const key = name.slice(0, period === 'day' ? 'yyyy-mm-dd'.length : 'yyyy-mm'.length);
    if (!newest.has(key)) newest.set(key, name);
  }
  return [...newest.values()].slice(0, count);
}

/**
 * Lists the names of the backups to delete: all except the newest one of each of the last days and months. Names in the future
 * count on their own, so that backups that are made while the clock is wrong, ahead or behind, don't delete the others.
 */
export function listExpiredBackups(names: string[], days: number, months: number): string[] {
  return [true, false].flatMap((inFuture) => {
    const newestFirst = names
      .filter((name) => isNameInFuture(name) === inFuture)
      .sort()
      .reverse();
    const kept = new Set([
      ...listNewestOfEach(newestFirst, 'day', days),
      ...listNewestOfEach(newestFirst, 'month', months),
    ]);
    return newestFirst.filter((name) => !kept.has(name));
  });
}
