import { addDays } from '../shared/hours/zonedTime';

export interface Holiday {
  /** As guests call it: it is also the reason that they read on the site. */
  name: string;
  /** 'YYYY-MM-DD'. */
  date: string;
}

type Rule = (year: number) => string;

const [SUNDAY, MONDAY, THURSDAY] = [0, 1, 4];

/** Returns the first such day of the week from a date on. */
const findWeekday = (from: string, weekday: number): string =>
  addDays(from, (weekday - new Date(from).getUTCDay() + 7) % 7);

/** A day of the month, or the first such day of the week from it on: the third Monday of a month is the first one from the 15th on. */
const on =
  (monthAndDay: string, weekday?: number): Rule =>
  (year) => {
    const date = `${year}-${monthAndDay}`;
    return weekday === undefined ? date : findWeekday(date, weekday);
  };

/** The Sunday after the first full moon from March 21 on, by the moon of the Gregorian calendar. */
const findEaster: Rule = (year) => {
  const century = Math.floor(year / 100);
  const corrections = century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25);
  const yearOfMoon = year % 19;
  const moon = (19 * yearOfMoon + corrections + 15) % 30;
  const isLate = moon === 29 || (moon === 28 && yearOfMoon > 10);
  return findWeekday(addDays(`${year}-03-22`, isLate ? moon - 1 : moon), SUNDAY);
};

/**
 * The days on which restaurants in the United States differ from their usual hours. A restaurant elsewhere changes this table. What
 * counts is the day itself, not the one on which offices observe it.
 */
const HOLIDAYS: [name: string, rule: Rule][] = [
  // 5 U.S.C. 6103(a)
  ['New Year’s Day', on('01-01')],
  ['Martin Luther King Jr. Day', on('01-15', MONDAY)],
  ['Presidents’ Day', on('02-15', MONDAY)],
  ['Memorial Day', on('05-25', MONDAY)],
  ['Juneteenth', on('06-19')],
  ['Independence Day', on('07-04')],
  ['Labor Day', on('09-01', MONDAY)],
  ['Columbus Day', on('10-08', MONDAY)],
  ['Veterans Day', on('11-11')],
  ['Thanksgiving', on('11-22', THURSDAY)],
  ['Christmas', on('12-25')],
  // 36 U.S.C. 117
  ['Mother’s Day', on('05-08', SUNDAY)],
  // Custom; the date of Easter is that of the Western churches.
  ['Valentine’s Day', on('02-14')],
  ['Easter', findEaster],
  ['Halloween', on('10-31')],
  ['Christmas Eve', on('12-24')],
  ['New Year’s Eve', on('12-31')],
];

/** Lists the holidays between two dates of at most a year, with both, in their order. */
export const listHolidays = (from: string, until: string): Holiday[] =>
  [...new Set([from, until].map((date) => Number(date.slice(0, 4))))]
    .flatMap((year) => HOLIDAYS.map(([name, rule]) => ({ name, date: rule(year) })))
    .filter(({ date }) => from <= date && date <= until)
    .sort((one, other) => one.date.localeCompare(other.date));
