import { ALL_DAY, CLOSED, type Hours } from './hours';
import type { OpeningPeriod } from './openingHours';
import { listPossibleLists, listPossibleRanges, nameDays } from './possibleDays';
import { listPossibleHours, type Meal, type WrittenService } from './possibleHours';
import { readTokens, type Token } from './readTokens';

/** The hours of some days. */
export interface DayRule {
  days: OpeningPeriod['days'];
  ranges: Hours[];
}

/** What a line names one after the other: days, each in all its meanings, or hours in all theirs. */
type Item =
  | { parts: number[][][]; hours?: undefined }
  | { hours: Hours[][]; parts?: undefined; belongsTo?: 'before' | 'after' | 'either' };

/** As many as a line with other hours on each day has. */
const MAX_ITEMS = 14;
/** A line with more meanings has no sensible one. */
const MAX_MEANINGS = 50;

const isSeparator = (token: Token | undefined) => token?.kind === 'comma' || token?.kind === 'and';

/** Takes names and ranges of days that follow each other from the tokens; "Sunday and Monday" are one part. */
function takeDays(tokens: Token[]): number[][][] {
  const parts: number[][][] = [];
  for (let isOnePart = false; ; ) {
    const [first, dash, last] = tokens;
    if (first?.kind !== 'days') return parts;
    const isRange = dash?.kind === 'dash' && last?.kind === 'days';
    const part = isRange ? listPossibleRanges(first.choices, last.choices) : first.choices;
    parts.push(isOnePart ? listPossibleLists([...parts.splice(-1), part]) : part);
    tokens.splice(0, isRange ? 3 : 1);
    const [separator, next] = tokens;
    isOnePart = separator?.kind === 'and';
    if (isSeparator(separator) && next?.kind === 'days') tokens.shift();
  }
}

/** Takes days with their exceptions, such as "every day but Monday". */
function takeDaysWithExceptions(tokens: Token[]): number[][][] {
  const parts = takeDays(tokens);
  const place = isSeparator(tokens[0]) ? 1 : 0;
  if (tokens[place]?.kind !== 'except' || tokens[place + 1]?.kind !== 'days') return parts;
  tokens.splice(0, place + 1);
  const exceptions = listPossibleLists(takeDays(tokens));
  const choices = listPossibleLists(parts).flatMap((list) =>
    exceptions.map((exception) => list.filter((day) => !exception.includes(day))),
  );
  return [choices.filter((list) => list.length > 0)];
}

/** Takes the services of a day from the tokens; `undefined` when one of them has a single time. */
function takeServices(tokens: Token[], firstMeal: Meal | undefined): WrittenService[] | undefined {
  const services: WrittenService[] = [];
  let meal = firstMeal;
  const takeMeal = () => {
    if (tokens[0]?.kind !== 'meal') return;
    meal = tokens[0].meal;
    tokens.shift();
  };
  for (;;) {
    if (!meal) takeMeal();
    const hasFrom = tokens[0]?.kind === 'from';
    if (hasFrom) tokens.shift();
    const opening = tokens.shift();
    if (opening?.kind !== 'time') return undefined;
    const hasDash = tokens[0]?.kind === 'dash';
    const closing = tokens[hasDash ? 1 : 0];
    const isLate = closing?.kind === 'late';
    if (hasDash && closing?.kind === 'time') tokens.splice(0, 2);
    else if (isLate) tokens.splice(0, hasDash ? 2 : 1);
    else if (hasDash || !hasFrom) return undefined;
    if (!meal) takeMeal();
    const closes = closing?.kind === 'time' && hasDash ? closing.time : undefined;
    services.push({ opens: opening.time, closes, meal });
    meal = undefined;
    const next = tokens.findIndex(
      (token) => !isSeparator(token) && token.kind !== 'meal' && token.kind !== 'from',
    );
    if (tokens[next]?.kind !== 'time') return services;
    if (isSeparator(tokens[0])) tokens.shift();
  }
}

/** What a line names, and whether it leaves a closing time open. */
interface LineItems {
  items: Item[];
  isEndOpen: boolean;
}

/** Reads the days and hours of a line in their order; `undefined` when a part of it is unknown. */
function readItems(line: string): LineItems | undefined {
  const tokens = readTokens(line);
  if (!tokens) return undefined;
  const items: Item[] = [];
  let isEndOpen = false;
  let meal: Meal | undefined;
  let previous: Token | undefined;
  for (let token = tokens[0]; token; token = tokens[0]) {
    const { kind } = token;
    if (kind === 'days') items.push({ parts: takeDaysWithExceptions(tokens) });
    else if (kind === 'time' || kind === 'from') {
      const services = takeServices(tokens, meal);
      if (!services) return undefined;
      isEndOpen ||= services.some(({ closes }) => !closes);
      items.push({ hours: listPossibleHours(services) });
      meal = undefined;
    } else {
      tokens.shift();
      const isClosed = kind === 'closed' || kind === 'except';
      // A meal belongs to hours: "closed for lunch" and "closed Monday dinner, Tuesday 5-9" are not about whole days.
      if (isClosed && (meal || tokens[0]?.kind === 'meal')) return undefined;
      if (meal && isSeparator(token) && tokens[0]?.kind === 'days') return undefined;
      if (isClosed) {
        const belongsTo = isSeparator(previous) ? 'after' : isSeparator(tokens[0]) ? 'before' : 'either';
        items.push({ hours: [[CLOSED]], belongsTo });
      } else if (kind === 'allDay') items.push({ hours: [[ALL_DAY]] });
      else if (kind === 'meal' && !meal) meal = token.meal;
      else if (kind !== 'dash' && !isSeparator(token)) return undefined;
    }
    previous = token;
  }
  return meal || items.length > MAX_ITEMS ? undefined : { items, isEndOpen };
}

type Pair = { parts: number[][][]; hours: Hours[][] };

/** Lists the ways in which the days and hours of a line can belong to each other. */
function listPairings(items: Item[]): Pair[][] {
  const [first, second, third, fourth] = items;
  if (!first) return [[]];
  if (!second) return [];
  const pairings: Pair[][] = [];
  const add = (pairs: Pair[], rest: Item[]) =>
    pairings.push(...listPairings(rest).map((others) => [...pairs, ...others]));
  if (first.parts && second.hours) {
    const { parts } = first;
    if (second.belongsTo !== 'after' || !third?.parts) add([{ parts, hours: second.hours }], items.slice(2));
    // "Tue-Sat, closed Sun and Mon, 5-9".
    if (second.belongsTo && second.belongsTo !== 'before' && third?.parts && fourth?.hours)
      add(
        [
          { parts, hours: fourth.hours },
          { parts: third.parts, hours: second.hours },
        ],
        items.slice(4),
      );
  }
  if (first.hours && second.parts) {
    const { parts } = second;
    add([{ parts, hours: first.hours }], items.slice(2));
    // "Closed Mondays, Tue-Sun 5-10".
    if (third?.hours)
      for (let count = 1; count < parts.length; count++)
        add(
          [{ parts: parts.slice(0, count), hours: first.hours }],
          [{ parts: parts.slice(count) }, ...items.slice(2)],
        );
  }
  return pairings;
}

/** Lists what a line of weekly hours can mean, and whether it leaves a closing time open. */
export function listPossibleRules(line: string): { meanings: DayRule[][]; isEndOpen: boolean } {
  const { items, isEndOpen } = readItems(line) ?? { items: [], isEndOpen: false };
  const pairings = items.length > 0 ? listPairings(items) : [];
  const meanings = pairings.flatMap((pairs) => {
    let combined: DayRule[][] = [[]];
    for (const { parts, hours } of pairs) {
      const choices = listPossibleLists(parts).flatMap((numbers) =>
        hours.map((ranges) => ({ days: nameDays(numbers), ranges })),
      );
      combined = combined.flatMap((rules) => choices.map((rule) => [...rules, rule]));
      if (combined.length > MAX_MEANINGS) return [];
    }
    return combined;
  });
  return { meanings, isEndOpen };
}

/** Lists what the hours of one day can mean, and whether they leave a closing time open. */
export function listPossibleHoursOfDay(text: string): { meanings: Hours[][]; isEndOpen: boolean } {
  const { items, isEndOpen } = readItems(text) ?? { items: [], isEndOpen: false };
  const [item] = items;
  return { meanings: items.length === 1 ? (item?.hours ?? []) : [], isEndOpen };
}
