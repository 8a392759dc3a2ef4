import { toPlainText } from '../contact/plainText';
import { maySayClosed } from './closures';
import type { Hours } from './hours';
import {
  findRepeatedDay,
  normalizeHours,
  parseOpeningHours,
  parseRules,
  readHoursOfDay,
  writeDays,
  writeService,
} from './openingHours';
import { type DayRule, listPossibleHoursOfDay, listPossibleRules } from './possibleRules';
import { DAYS } from './zonedTime';

/** A correction of lines that are not understood, or the question about what they mean. */
export interface HoursSuggestion {
  /** The lines as the owner wrote them. */
  lines: string[];
  /** A sentence for the owner. */
  question: string;
  /** What can replace the lines: one text for a correction, several where the owner must choose. */
  answers: string[];
}

/** With more answers, a sentence about how to write the line is faster to read. */
const MAX_ANSWERS = 4;
/** Longer than a line with other hours on each day; a longer text is no line of hours. */
const MAX_LENGTH = 240;

/** A remark at the end of a line that the site ignores on a line of its own. */
const REMARK = /[\s(,;.–—-]+((?:the )?(?:kitchen|last (?:call|orders?|seating))\b[^()]*)\)?$/i;

const writeRanges = (ranges: Hours[]) => ranges.map(writeService).join(', ');

const writeRules = (rules: DayRule[]) =>
  rules.map(({ days, ranges }) => `${writeDays(days)}: ${writeRanges(ranges)}`).join('\n');

const isClosed = ({ ranges }: DayRule) => ranges.every(({ opens, closes }) => opens === closes);

/**
 * Combines rules that name a day twice: lunch and dinner, or days with an exception that is closed. What contradicts itself
 * stays, and is not understood.
 */
function combineRules(rules: DayRule[]): DayRule[] {
  if (!findRepeatedDay(rules)) return rules;
  const combined: DayRule[] = [];
  for (const day of DAYS) {
    const ofDay = rules.filter(({ days }) => days.includes(day));
    const closed = ofDay.find(isClosed);
    const isException =
      closed && ofDay.every((rule) => rule === closed || rule.days.length > closed.days.length);
    const ranges = isException
      ? closed.ranges
      : ofDay.flatMap((rule) => rule.ranges).sort((one, other) => one.opens.localeCompare(other.opens));
    const same = combined.find((rule) => writeRanges(rule.ranges) === writeRanges(ranges));
    if (same) same.days.push(day);
    else if (ofDay.length > 0) combined.push({ days: [day], ranges });
  }
  return combined;
}

/** Returns the suggestion with these answers, if there are some and not too many. */
function createSuggestion(lines: string[], found: string[], isEndOpen = false): HoursSuggestion[] {
  const answers = [...new Set(found)];
  if (answers.length === 0 || answers.length > MAX_ANSWERS) return [];
  const quoted = lines.map((line) => `“${line}”`).join(' and ');
  const question = isEndOpen
    ? `Until when are you open in ${quoted}? Choose a time, or write yours.`
    : answers.length === 1
      ? `Did you mean this by ${quoted}?`
      : `What do you mean by ${quoted}?`;
  return [{ lines, question, answers }];
}

/**
 * Suggests how to write the lines of opening hours that are not understood; nothing for a line without a sensible meaning.
 */
export function suggestOpeningHours(text: string): HoursSuggestion[] {
  const rules = parseRules(text);
  const understood = rules.flatMap(({ line, days, ranges }) =>
    days && ranges ? [{ line, days, ranges }] : [],
  );
  if (understood.length === rules.length) {
    const repeated = understood.filter((rule) =>
      understood.some((other) => other !== rule && other.days.some((day) => rule.days.includes(day))),
    );
    const answer = writeRules(combineRules(repeated));
    return createSuggestion(
      repeated.map(({ line }) => line),
      parseOpeningHours(answer) ? [answer] : [],
    );
  }
  return rules.flatMap(({ line, days: ownDays, ranges: ownRanges }) => {
    const isUnderstood = ownDays !== undefined && ownRanges !== undefined;
    if (isUnderstood || line.length > MAX_LENGTH || maySayClosed(normalizeHours(line))) return [];
    const remark = REMARK.exec(line);
    const ownLine = remark?.[1] && `\n${remark[1].charAt(0).toUpperCase()}${remark[1].slice(1)}`;
    const { meanings, isEndOpen } = listPossibleRules(line.slice(0, remark?.index));
    const isFree = (meaning: DayRule[]) =>
      !meaning.some(({ days }) => understood.some((rule) => rule.days.some((day) => days.includes(day))));
    const free = meanings.filter(isFree);
    const answers = (free.length > 0 ? free : meanings)
      .map((meaning) => `${writeRules(combineRules(meaning))}${ownLine ?? ''}`)
      .filter((answer) => parseOpeningHours(answer) !== undefined);
    return createSuggestion([line], answers, isEndOpen);
  });
}

/** Suggests how to write the hours of one day that are not understood. */
export function suggestHoursOfDay(text: string): HoursSuggestion[] {
  const line = toPlainText(text).trim();
  if (line.length > MAX_LENGTH || readHoursOfDay(line).ranges) return [];
  const { meanings, isEndOpen } = listPossibleHoursOfDay(line);
  const answers = meanings.map(writeRanges).filter((answer) => readHoursOfDay(answer).ranges);
  return createSuggestion([line], answers, isEndOpen);
}

/** Replaces the lines of a suggestion in a text by one of its answers; a text that has changed since then stays. */
export function applySuggestion(text: string, { lines }: HoursSuggestion, answer: string): string {
  const written = toPlainText(text).split('\n');
  const places = lines.map((line) => written.findIndex((other) => other.trim() === line));
  if (places.includes(-1)) return text;
  return written
    .flatMap((line, place) => (place === places[0] ? [answer] : places.includes(place) ? [] : [line]))
    .join('\n');
}
