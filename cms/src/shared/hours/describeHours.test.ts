import { expect, test } from 'vitest';
import {
  describeDate,
  describeDates,
  describeHours,
  describeInstant,
  describeLaterDay,
  describeTime,
} from './describeHours';
import { ALL_DAY } from './hours';

test.each([
  ['00:00', 'midnight'],
  ['00:30', '12:30 am'],
  ['12:00', 'noon'],
  ['12:01', '12:01 pm'],
  ['24:00', 'midnight'],
])('describes %s as %s', (time, text) => {
  expect(describeTime(time)).toBe(text);
});

test('describes the hours of a day', () => {
  const lunch = { opens: '12:00', closes: '14:30' };
  const dinner = { opens: '16:30', closes: '00:00' };
  expect(describeHours([lunch, dinner])).toBe('noon – 2:30 pm, 4:30 pm – midnight');
  expect(describeHours([])).toBe('Closed');
  expect(describeHours([ALL_DAY])).toBe('Open 24 hours');
});

test('describes an instant by the clock of the restaurant, with its day unless it is today', () => {
  const describe = (instant: string, describeDay = describeLaterDay) =>
    describeInstant(Date.parse(instant), '2026-11-22', 'America/New_York', describeDay);
  expect(describe('2026-11-22T21:12:00Z')).toBe('today at 4:12 pm');
  expect(describe('2026-11-23T17:00:00Z')).toBe('Monday at noon');
  const describeDay = (date: string, today: string) => `on ${describeDate(date, today)}`;
  expect(describe('2026-11-20T17:00:00Z', describeDay)).toBe('on Friday, November 20 at noon');
});

test.each([
  ['2026-11-26', '2026-11-26', 'Thursday, November 26'],
  ['2026-12-24', '2026-12-26', 'Thursday, December 24 – Saturday, December 26'],
  ['2026-12-31', '2027-01-01', 'Thursday, December 31 – Friday, January 1, 2027'],
  ['2028-02-29', '2028-02-29', 'Tuesday, February 29, 2028'],
])('describes %s to %s in 2026 as %s', (from, until, text) => {
  expect(describeDates({ from, until }, '2026-11-22')).toBe(text);
});
