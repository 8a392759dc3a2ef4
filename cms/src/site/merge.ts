import { errors } from '@strapi/utils';
import { parseStoredStatement } from '../shared/diet/dietaryStatement';
import { mergeStatements } from '../shared/diet/mergeStatements';
import { addDays, isDate } from '../shared/hours/zonedTime';
import { isRecord } from '../shared/isRecord';
import { isSame, toKey } from './compareContent';
import { type Content, listItems } from './entryContent';

/** A change that does not fit to what somebody else has changed; its message is a sentence for the owner. */
export class ConflictError extends errors.ApplicationError {}

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
  const [old, own, other] = [base, mine, theirs].map(parseDays);
  if (old && own && other) return mergeDays(old, own, other);
  const rows = mergeRows(base, mine, theirs);
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
 * @throws ConflictError with a sentence for the owner
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

/** What a list of special days has for one date. */
interface DatedDay {
  /** The special day without its dates. */
  content: Content;
  /** Whether it has several dates. */
  isRange: boolean;
}

interface Days {
  byDate: Map<string, DatedDay>;
  /** The rows of a draft in which the owner has not chosen the day yet. */
  undated: Content[];
}

/** Longer lists are merged by their rows: the last day may be a typing error of centuries. */
const MAX_DATES = 3660;

/** Reads special days by date; `undefined` when the rows are no special days, or two of them overlap. */
function parseDays(value: unknown): Days | undefined {
  const days: Days = { byDate: new Map(), undated: [] };
  if (!Array.isArray(value) && value !== null && value !== undefined) return undefined;
  for (const row of listItems(value)) {
    if (!isRecord(row) || !('from' in row)) return undefined;
    const { id: _, from, until, ...content } = row;
    if (from === null || from === '') days.undated.push(row);
    else if (typeof from !== 'string' || !isDate(from)) return undefined;
    else {
      const last = typeof until === 'string' && isDate(until) && until > from ? until : from;
      for (let date = from; date <= last; date = addDays(date, 1)) {
        if (days.byDate.has(date) || days.byDate.size === MAX_DATES) return undefined;
        days.byDate.set(date, { content, isRange: last !== from });
      }
    }
  }
  return days;
}

function mergeDays(base: Days, mine: Days, theirs: Days): Merged {
  const dates = [...new Set([...mine.byDate.keys(), ...theirs.byDate.keys()])].sort();
  const rows: { day: DatedDay; from: string; last: string }[] = [];
  let kind: MergeKind = 'merged';
  for (const date of dates) {
    const [old, own, other] = [base, mine, theirs].map(({ byDate }) => byDate.get(date));
    const isMine = !isSame(old?.content, own?.content);
    if (isMine && !isSame(old?.content, other?.content) && !isSame(own?.content, other?.content))
      kind = 'conflict';
    const day = isMine ? own : other;
    if (!day) continue;
    const row = rows.at(-1);
    const continues =
      row &&
      addDays(row.last, 1) === date &&
      (row.day.isRange || day.isRange) &&
      isSame(row.day.content, day.content);
    if (continues) row.last = date;
    else rows.push({ day, from: date, last: date });
  }
  const dated = rows.map(({ day, from, last }) => ({
    ...day.content,
    from,
    until: last === from ? null : last,
  }));
  return { kind, value: [...dated, ...mine.undated] };
}

/** @returns `undefined` when both have changed the same row, or when rows were moved */
function mergeRows(base: unknown, mine: unknown, theirs: unknown): unknown[] | undefined {
  if (!Array.isArray(base) || !Array.isArray(mine) || !Array.isArray(theirs)) return undefined;
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
  return merged.map((key) => rowsByKey.get(key));
}
