import { addDays, isDate } from '../shared/hours/zonedTime';
import { isRecord } from '../shared/isRecord';
import { type Content, isSame, listItems } from './entryContent';
import { mergeRows } from './mergeRows';

/** A special day, or a part of one. */
interface Span {
  /** The first and the last date, 'YYYY-MM-DD'. */
  from: string;
  until: string;
  /** The special day without its dates. */
  content: Content;
  /** Whether the special day has several dates. */
  isRange: boolean;
}

interface SpecialDays {
  spans: Span[];
  /** The rows that have no date yet, or one that another row has. */
  rest: Content[];
}

/** @returns `undefined` when the rows are no special days */
function parseDays(value: unknown): SpecialDays | undefined {
  if (!Array.isArray(value) && value !== null && value !== undefined) return undefined;
  const days: SpecialDays = { spans: [], rest: [] };
  for (const row of listItems(value)) {
    if (!isRecord(row) || !('from' in row)) return undefined;
    const { id: _, from, until, ...content } = row;
    const first = typeof from === 'string' && isDate(from) ? from : undefined;
    const last = typeof until === 'string' && isDate(until) && first && until > first ? until : first;
    if (!first || !last || days.spans.some((span) => span.from <= last && first <= span.until))
      days.rest.push(row);
    else days.spans.push({ from: first, until: last, content, isRange: last !== first });
  }
  return days;
}

/** Returns special days in the order of their dates: parts that follow each other are one if either is of several dates. */
function joinSpans(spans: Span[]): Content[] {
  const joined: Span[] = [];
  for (const span of spans) {
    const last = joined.at(-1);
    const continues =
      last &&
      addDays(last.until, 1) === span.from &&
      (last.isRange || span.isRange) &&
      isSame(last.content, span.content);
    if (continues) last.until = span.until;
    else joined.push({ ...span });
  }
  return joined.map(({ content, from, until }) => ({
    ...content,
    from,
    until: until === from ? null : until,
  }));
}

/**
 * Merges three lists of special days by their dates, as `mergeValue` does.
 * @returns whether both have changed a date, of which mine counts; `undefined` when the lists are of something else
 */
export function mergeSpecialDays(
  base: unknown,
  mine: unknown,
  theirs: unknown,
): { value: Content[]; isConflict: boolean } | undefined {
  const [old, own, other] = [base, mine, theirs].map(parseDays);
  if (!old || !own || !other) return undefined;
  const spans = [...old.spans, ...own.spans, ...other.spans];
  // From each of these dates until the day before the next one, each list has the same.
  const starts = [...new Set(spans.flatMap(({ from, until }) => [from, addDays(until, 1)]))].sort();
  let isConflict = false;
  const merged = starts.flatMap((from, index): Span[] => {
    const [before, wanted, present] = [old, own, other].map((days) =>
      days.spans.find((span) => span.from <= from && from <= span.until),
    );
    const isMine = !isSame(before?.content, wanted?.content);
    const isTheirs = !isSame(before?.content, present?.content);
    isConflict ||= isMine && isTheirs && !isSame(wanted?.content, present?.content);
    const span = isMine ? wanted : present;
    const next = starts[index + 1];
    return span ? [{ ...span, from, until: next ? addDays(next, -1) : span.until }] : [];
  });
  const rest = mergeRows(old.rest, own.rest, other.rest) ?? own.rest;
  return { value: [...joinSpans(merged), ...rest], isConflict };
}
