import type { OpeningPeriod } from './openingHours';
import { DAYS } from './zonedTime';

/** The numbers of days of the week, 0 for Monday. */
type DayNumbers = number[];

const FULL_NAME = /^(mon|tue|wed|thu|fri|sat|sun)(?:s|nes|rs?|ur)?(?:days?)?$/;
/** Abbreviations, also misspelt; "T" and "S" are two days each. */
const ABBREVIATIONS = new Map<string, DayNumbers>(
  Object.entries({
    ...{ m: [0], mo: [0], t: [1, 3], tu: [1], tus: [1], w: [2], wen: [2], weds: [2], wends: [2] },
    ...{ th: [3], thr: [3], thrs: [3], thus: [3], f: [4], fr: [4], s: [5, 6], sa: [5], su: [6] },
  }),
);
/** Several abbreviations without anything in between, such as "MWF". */
const COMPACT_LIST = /^(?:m|tu|th|t|w|f|sa|su|s){2,}$/;

/** How many letters are wrong, missing, too many or swapped with their neighbour. */
export function countTypos(word: string, name: string): number {
  const rows = [Array.from({ length: name.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 1; row <= word.length; row++) {
    rows[row] = [row];
    for (let column = 1; column <= name.length; column++) {
      const isSame = word[row - 1] === name[column - 1];
      const isSwapped = word[row - 1] === name[column - 2] && word[row - 2] === name[column - 1];
      rows[row]?.push(
        Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + (isSame ? 0 : 1),
          isSwapped ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
  }
  return at(word.length, name.length);
}

/** Lists the days that a misspelt name can mean. */
function listMisspeltDays(word: string): DayNumbers {
  const singular = word.replace(/s$/, '');
  const typos = DAYS.map((day) => countTypos(singular, day.toLowerCase()));
  const fewest = Math.min(...typos);
  if (fewest > (singular.length < 7 ? 1 : 2)) return [];
  return typos.flatMap((count, day) => (count === fewest ? [day] : []));
}

const isAscending = (days: DayNumbers) =>
  days.every((day, index) => index === 0 || day > (days[index - 1] ?? 7));

/** Lists what several names or ranges can mean together; each day is named once. */
export const listPossibleLists = (parts: DayNumbers[][]): DayNumbers[] =>
  parts.reduce<DayNumbers[]>(
    (lists, choices) =>
      lists.flatMap((list) =>
        choices
          .filter((choice) => !choice.some((day) => list.includes(day)))
          .map((choice) => [...list, ...choice]),
      ),
    [[]],
  );

/** Lists the days, or lists of days, that a word can mean; empty when it names no day. */
export function listPossibleDays(word: string): DayNumbers[] {
  const stem = FULL_NAME.exec(word)?.[1];
  if (stem !== undefined) return [[DAYS.findIndex((day) => day.toLowerCase().startsWith(stem))]];
  const abbreviated = ABBREVIATIONS.get(word);
  if (abbreviated) return abbreviated.map((day) => [day]);
  if (COMPACT_LIST.test(word))
    return listPossibleLists(
      [...word.matchAll(/tu|th|sa|su|[mtwfs]/g)].map(([name]) => listPossibleDays(name)),
    ).filter(isAscending);
  return listMisspeltDays(word).map((day) => [day]);
}

/** Lists the runs of days that a range can mean; where a name means two days, only those that do not pass the end of the week. */
export const listPossibleRanges = (from: DayNumbers[], until: DayNumbers[]): DayNumbers[] =>
  listPossibleLists([from, until]).flatMap(([first = 0, last = 0, ...others]) => {
    const isClear = from.length === 1 && until.length === 1;
    if (others.length > 0 || !(isClear || first < last || first === 6)) return [];
    return [Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, index) => (first + index) % 7)];
  });

/** Returns the names of days. */
export const nameDays = (numbers: DayNumbers): OpeningPeriod['days'] =>
  numbers.flatMap((number) => DAYS[number] ?? []);
