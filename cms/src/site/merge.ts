import { parseStoredStatement } from '../shared/diet/dietaryStatement';
import { mergeStatements } from '../shared/diet/mergeStatements';
import { ConflictError } from '../strapi/routes';
import { type Content, isSame } from './entryContent';
import { mergeRows } from './mergeRows';
import { mergeSpecialDays } from './mergeSpecialDays';

/** What became of a value that two may have changed: `mine` only one did, `conflict` both did. */
type MergeKind = 'same' | 'mine' | 'theirs' | 'merged' | 'conflict';

interface Merged {
  kind: MergeKind;
  /** Where both have changed the same, mine. */
  value: unknown;
}

/**
 * Merges three values of a field: lists by their rows, and special days by their dates.
 * @param base the value from which mine started
 * @param mine the value that is wanted
 * @param theirs the value that is there now
 */
export function mergeValue(base: unknown, mine: unknown, theirs: unknown): Merged {
  if (isSame(base, theirs)) return { kind: isSame(base, mine) ? 'same' : 'mine', value: mine };
  if (isSame(mine, theirs)) return { kind: 'same', value: mine };
  if (isSame(base, mine)) return { kind: 'theirs', value: theirs };
  const days = mergeSpecialDays(base, mine, theirs);
  if (days) return { kind: days.isConflict ? 'conflict' : 'merged', value: days.value };
  const isList = Array.isArray(base) && Array.isArray(mine) && Array.isArray(theirs);
  const rows = isList ? mergeRows(base, mine, theirs) : undefined;
  return rows ? { kind: 'merged', value: rows } : { kind: 'conflict', value: mine };
}

/**
 * Merges the fields of a content, as `mergeValue` does; what is stated about a dish counts where it is more careful.
 * @param base what mine started from; `null` when there was nothing
 */
export const mergeFields = (base: Content | null, mine: Content, theirs: Content): Content =>
  Object.fromEntries(
    Object.entries(mine).map(([name, value]) => {
      if (name === 'dietaryStatement') return [name, mergeStated(base?.[name], value, theirs[name])];
      return [name, base ? mergeValue(base[name], value, theirs[name]).value : value];
    }),
  );

/**
 * Requires that nobody else has changed a value since its author saw it. One that is as wanted already can be sent again: the response
 * to the first request may have been lost.
 */
export function requireUnchanged(
  { base, mine, theirs }: { base: unknown; mine: unknown; theirs: unknown },
  sentence: string,
): void {
  if (!isSame(theirs, base) && !isSame(theirs, mine)) throw new ConflictError(sentence);
}

function mergeStated(base: unknown, mine: unknown, theirs: unknown): unknown {
  if (isSame(base, theirs)) return mine;
  if (isSame(base, mine)) return theirs;
  const [old, own, other] = [base, mine, theirs].map((stored) => parseStoredStatement(stored) ?? null);
  return mergeStatements(own ?? null, other ?? null, old);
}
