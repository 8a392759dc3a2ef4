import { expect, onTestFinished, test } from 'vitest';
import {
  addDays,
  formatDate,
  isDate,
  isTimeZone,
  listOffsets,
  setOffsets,
  toInstant,
  toLocalTime,
} from './zonedTime';

test.each([
  ['2026-11-26T04:59:59Z', 'America/New_York', '2026-11-25', '23:59'],
  ['2026-11-26T05:00:00Z', 'America/New_York', '2026-11-26', '00:00'],
  ['2026-11-26T18:30:00Z', 'Asia/Kolkata', '2026-11-27', '00:00'],
])('at %s, a clock in %s shows %s %s', (instant, timeZone, date, time) => {
  expect(toLocalTime(Date.parse(instant), timeZone)).toEqual({ date, time });
});

test.each([
  ['an ordinary time', '2026-11-26 16:30', 'America/New_York', '2026-11-26T21:30:00Z'],
  ['the repeated hour', '2026-11-01 01:30', 'America/New_York', '2026-11-01T05:30:00Z'],
  ['after the repeated hour', '2026-11-01 02:00', 'America/New_York', '2026-11-01T07:00:00Z'],
  ['the start of the skipped hour', '2027-03-14 02:00', 'America/New_York', '2027-03-14T07:00:00Z'],
  ['the skipped hour', '2027-03-14 02:30', 'America/New_York', '2027-03-14T07:00:00Z'],
  ['the skipped hour in Auckland', '2026-09-27 02:30', 'Pacific/Auckland', '2026-09-26T14:00:00Z'],
  ['a skipped half hour', '2026-10-04 02:15', 'Australia/Lord_Howe', '2026-10-03T15:30:00Z'],
  ['a skipped midnight', '2026-04-24 00:00', 'Africa/Cairo', '2026-04-23T22:00:00Z'],
])('finds the instant of %s: %s in %s', (_case, dateAndTime, timeZone, instant) => {
  const [date = '', time = ''] = dateAndTime.split(' ');
  expect(new Date(toInstant(date, time, timeZone)).toISOString()).toBe(new Date(instant).toISOString());
});

test.each([
  ['2028-02-28', 1, '2028-02-29'],
  ['2028-02-29', 1, '2028-03-01'],
  ['2026-12-31', 1, '2027-01-01'],
  ['2027-01-01', -1, '2026-12-31'],
])('%s plus %i days is %s', (date, days, result) => {
  expect(addDays(date, days)).toBe(result);
});

test.each(['2026-02-30', '2026-00-10', '2026-11-26T00:00:00Z', '2026-11-26\n', '٢٠٢٦-١١-٢٦'])(
  '%j is not a date',
  (text) => {
    expect(isDate('2028-02-29')).toBe(true);
    expect(isDate(text)).toBe(false);
  },
);

test.each([
  ['America/New_York', 3],
  ['Asia/Kolkata', 1],
  ['Australia/Lord_Howe', 3],
])('clocks in %s show the same with the listed offsets of a year', (timeZone, count) => {
  const now = Date.parse('2026-11-22T12:34:56.789Z');
  const offsets = listOffsets(now, timeZone);
  expect(offsets).toHaveLength(count);
  const instants = Array.from({ length: 374 * 48 }, (_, index) => now + (index - 5 * 48) * 1_800_000);
  const times = instants.map((instant) => toLocalTime(instant, timeZone));
  setOffsets(timeZone, offsets);
  // Other files' tests run in this process.
  onTestFinished(() => setOffsets(timeZone, []));
  expect(instants.map((instant) => toLocalTime(instant, timeZone))).toEqual(times);
  // The nearest offset counts for a clock that is years wrong.
  expect(toLocalTime(0, timeZone).date).toMatch(/^19(69|70)-/);
});

test.each([
  { weekday: 'long' },
  { month: 'long', day: 'numeric' },
  { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' },
] as const)('formats every date of a leap year like Intl with %o', (parts) => {
  const format = new Intl.DateTimeFormat('en-US', { ...parts, timeZone: 'UTC' });
  for (let day = 0; day < 366; day += 1) {
    const date = addDays('2028-01-01', day);
    expect(formatDate(date, parts)).toBe(format.format(Date.parse(date)));
  }
});

test.each([
  ['America/New_York', true],
  ['UTC', true],
  ['Amerika/New_York', false],
  ['+05:00', false],
  ['', false],
])('isTimeZone(%j) is %s', (name, expected) => {
  expect(isTimeZone(name)).toBe(expected);
});
