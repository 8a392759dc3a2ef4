import { expect, test } from 'vitest';
import { explainOpeningHours, type OpeningPeriod, parseOpeningHours } from './openingHours';

/** Returns one line for each period, such as 'Mo Tu 16:30-21:30'. */
const summarize = (periods: OpeningPeriod[] | undefined) =>
  periods?.map(
    ({ days, opens, closes }) => `${days.map((day) => day.slice(0, 2)).join(' ')} ${opens}-${closes}`,
  );

test.each([
  ['Tues. through Thurs.: 4:30 to 9:30 p.m.', ['Tu We Th 16:30-21:30']],
  ['Mon, Wed, and Fri: noon – 5\u202fpm', ['Mo We Fr 12:00-17:00']],
  ['Sun, Tue−Thu / Sat: 5 pm until 9 pm', ['Su Tu We Th Sa 17:00-21:00']],
  ['Every day 11-9pm', ['Mo Tu We Th Fr Sa Su 11:00-21:00']],
  ['Fri – Mon: 5 pm – 9 pm', ['Fr Sa Su Mo 17:00-21:00']],
  ['Saturday: 17:00\u00a0–\u00a022:30', ['Sa 17:00-22:30']],
  ['Saturday: 11:30 – 24:00', ['Sa 11:30-00:00']],
  ['Monday: 11:30 – 22:24', ['Mo 11:30-22:24']],
  ['Saturday: 12 noon – 12 midnight', ['Sa 12:00-00:00']],
  ['Closed on Mondays\n\n  Tue – Sun: 5 pm – 9 pm \r\n', ['Mo 00:00-00:00', 'Tu We Th Fr Sa Su 17:00-21:00']],
])('parses %j', (text, periods) => {
  expect(summarize(parseOpeningHours(text))).toEqual(periods);
});

test.each([
  ['', 'nothing'],
  ['4:30 pm – 9:30 pm', 'no day'],
  ['Monday: 5 pm – 9 pm\nMonday: Closed', 'a day twice'],
  ['Mon – Mon: 5 pm – 9 pm', 'a range of one day'],
  ['Weekends: 5 pm – 9 pm', 'may include Friday'],
  ['Monday: 5 – 9', 'neither am nor pm'],
  ['Monday: 05:00 – 09:00', 'morning or evening'],
  ['Monday: 5 pm – 5 pm', 'opens and closes at the same time'],
  ['Monday: 24:00 – 02:00', 'an opening time on the next day'],
  ['Monday: 5:75 pm – 9 pm', 'no such minute'],
  ['Monday: 5 pm – 10 pm, 11 am – 2 pm', 'time ranges out of order'],
  [`Monday${' -'.repeat(3_000)}`, 'very many dashes'],
  [`${'closed '.repeat(5_000)}`, 'very many words'],
])('returns undefined for %j: %s', (text) => {
  expect(parseOpeningHours(text)).toBeUndefined();
});

test.each([
  // A day, misspelt or abbreviated.
  'Tus: 5 pm',
  'Tus: by appointment',
  'M – F by appointment',
  // Days without a day's name.
  'Weekends: 5 pm – 9 pm',
  'All week',
  'Nightly',
  'Each evening until late',
  // A day's name with text that can't be parsed.
  'Saturday',
  'Happy hour Tue – Thu 4 – 6 pm',
  // Hours without a day.
  '5 pm',
  'Here for you 24/7',
  'Back patio open in summer',
  'Reservations recommended on weekends',
  // The restaurant is closed, or open at other times.
  'Closed',
  'Open late',
  'Except Tus',
])('returns undefined when the line %j, which may be about a day, is added', (line) => {
  expect(parseOpeningHours(`Sun: 5 pm – 9 pm\n${line}`)).toBeUndefined();
  expect(parseOpeningHours(`${line}\nSun: 5 pm – 9 pm`)).toBeUndefined();
});

test.each([
  [
    'Monday: Closed\nTuesday – Thursday: 4:30 pm – 9:30 pm\nFri, Sat: 4:30 pm – 1 am\nSunday: noon – midnight',
    'Monday closed. Tuesday to Thursday, 4:30 pm to 9:30 pm. Friday and Saturday, 4:30 pm to 1:00 am the next day. Sunday, noon to midnight.',
  ],
  ['Daily: 11 am – 2 pm, 5 – 9 pm', 'Every day, 11:00 am to 2:00 pm and 5:00 pm to 9:00 pm.'],
  [
    'Sun, Tue−Thu / Sat: 5 pm – 9 pm\nBy appointment',
    'Sunday, Tuesday to Thursday and Saturday, 5:00 pm to 9:00 pm. Monday and Friday are not mentioned: the site says that you are closed then.',
  ],
  [
    'Fri – Mon: 5 pm – 9 pm\nTue, Wed: closed',
    'Friday to Monday, 5:00 pm to 9:00 pm. Tuesday and Wednesday closed. Thursday is not mentioned: the site says that you are closed then.',
  ],
])('explains %j', (text, explanation) => {
  expect(explainOpeningHours(text)).toEqual({ understood: true, text: explanation });
});

test.each([
  [
    'Mon – Wed: 5 pm – 9 pm\nTue: noon – 2 pm',
    'Tuesday has hours in two places. Write them in one line like “Tuesday: 11:30 am – 2:00 pm, 5:00 pm – 9:00 pm”.',
  ],
])('explains what is not understood in %j', (text, problem) => {
  const explanation = explainOpeningHours(text);
  expect(explanation.understood).toBe(false);
  expect(explanation.text).toBe(
    `${problem} As it is, guests see your text, but the site and search engines can’t tell whether you are open.`,
  );
  expect(parseOpeningHours(text)).toBeUndefined();
});
