import { expect, test } from 'vitest';
import type { OpeningContent } from '../../../testing/openingInstants';
import { toSchedule } from '../../../testing/toSchedule';
import { findBusinessDay } from './businessDay';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const open = (
  hours: string,
  specialDays: OpeningContent['specialDays'] = [],
  timeZone = 'America/New_York',
) => ({ timeZone, hours, specialDays });
const bar = open('Daily: 6 pm – 2 am');
const divided = open('Friday: 6 pm – midnight\nSaturday: 12 am – 2 am, 6 pm – 11 pm');
const newYearsEve = open('Daily: closed', [{ from: '2026-12-31', hours: '8 pm – 1 am' }]);
const untilMidnight = open('Daily: 6 pm – midnight');
const oneService = open('Daily: midnight – 11:59 pm');
const twoServices = open('Daily: midnight – 6 am, 6:01 am – midnight');
const closed = { ...bar, specialDays: [{ from: '2026-11-24', closed: true }] };
const unknown = open('Monday, sometimes');
const shortNights = open('Daily: 6 pm – 1:30 am');
const berlin = open('Daily: 6 pm – 2:30 am', [], 'Europe/Berlin');

/** What is described, the hours, now, the day and its end; times in New York unless they have a zone. */
test.each<[title: string, content: OpeningContent, instant: string, date: string, end: string]>([
  ['before midnight', bar, '2026-11-24T23:59:59', '2026-11-24', '2026-11-25T02:00'],
  ['at midnight', bar, '2026-11-25T00:00', '2026-11-24', '2026-11-25T02:00'],
  ['at the end of the service', bar, '2026-11-25T02:00', '2026-11-25', '2026-11-26T02:00'],
  ['a service until midnight', untilMidnight, '2026-11-25T00:00', '2026-11-25', '2026-11-26T00:00'],
  ['a service divided at midnight', divided, '2026-11-28T00:30', '2026-11-27', '2026-11-28T02:00'],
  ['after such a service', divided, '2026-11-28T02:00', '2026-11-28', '2026-11-29T00:00'],
  ['around the clock in one service', oneService, '2026-11-25T00:30', '2026-11-25', '2026-11-26T00:00'],
  ['around the clock in two services', twoServices, '2026-11-25T07:00', '2026-11-25', '2026-11-26T06:00'],
  ['a special day', newYearsEve, '2027-01-01T00:59', '2026-12-31', '2027-01-01T01:00'],
  ['after a special day', newYearsEve, '2027-01-01T01:00', '2027-01-01', '2027-01-02T00:00'],
  ['closed after midnight', closed, '2026-11-25T00:30', '2026-11-24', '2026-11-25T02:00'],
  ['hours that are not understood', unknown, '2026-11-25T00:30', '2026-11-25', '2026-11-26T00:00'],
  ['the first 1:29', shortNights, '2026-11-01T01:29-04:00', '2026-10-31', '2026-11-01T01:30-04:00'],
  ['the second 1:29', shortNights, '2026-11-01T01:29', '2026-11-01', '2026-11-02T01:30'],
  ['the second 1:30 of a service until 2', bar, '2026-11-01T01:30', '2026-10-31', '2026-11-01T02:00'],
  ['a skipped hour', berlin, '2027-03-28T03:00+02:00', '2027-03-28', '2027-03-29T02:30+02:00'],
])('finds the day that is today for the restaurant: %s', (_, content, instant, date, end) => {
  const toTime = (text: string) => Date.parse(/[+-]\d\d:00$/.test(text) ? text : `${text}-05:00`);
  const day = findBusinessDay(toSchedule(content), toTime(instant), content.timeZone);
  expect(day).toMatchObject({ date, end: toTime(end) });
});

test('today advances by one day each day, also when the restaurant is open around the clock', () => {
  const aroundTheClock = [
    'Daily: midnight – 11:59 pm',
    'Daily: 12 am – 6 am, 6:01 am – midnight',
    'Daily: 6:01 am – 6 am',
  ];
  for (const hours of [...aroundTheClock, bar.hours]) {
    const schedule = toSchedule(open(hours));
    const dates = new Set<string>();
    const start = Date.parse('2026-10-30T12:00-04:00');
    for (let now = start; now < start + 3 * DAY; now += 15 * MINUTE)
      dates.add(findBusinessDay(schedule, now, 'America/New_York').date);
    expect([...dates], hours).toEqual(['2026-10-30', '2026-10-31', '2026-11-01', '2026-11-02']);
  }
});
