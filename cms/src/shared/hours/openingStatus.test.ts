import { afterEach, describe, expect, test } from 'vitest';
import { type OpeningContent, openingInstants } from '../../../testing/openingInstants';
import { findBusinessDay } from './businessDay';
import { parseOpeningHours } from './openingHours';
import { describeOpeningStatus, findNextBoundary, findNextOpening, listUpcomingDays } from './openingStatus';
import { findHours, type Schedule } from './serviceDays';
import { parseSpecialDay, selectDays } from './specialDays';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const originalTimeZone = process.env.TZ;

afterEach(() => {
  if (originalTimeZone === undefined) delete process.env.TZ;
  else process.env.TZ = originalTimeZone;
});

function toSchedule({ hours, specialDays }: OpeningContent): Schedule {
  return {
    weekly: parseOpeningHours(hours),
    specialDays: specialDays.map((entry) => {
      const { day, problem } = parseSpecialDay(entry);
      if (!day) throw new Error(problem.message);
      return day;
    }),
  };
}

/** The content of an entry of the table. */
function findContent(title: string): OpeningContent {
  const found = openingInstants.find((entry) => entry.title === title);
  if (!found) throw new Error(`The table of instants has no “${title}”.`);
  return found.content;
}

describe.each(['UTC', 'Pacific/Auckland', 'America/Los_Angeles'])('in a process in %s', (zone) => {
  test.each(openingInstants)('describes $instant: $title', ({ content, instant, line, upcoming }) => {
    process.env.TZ = zone;
    expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone);
    const schedule = toSchedule(content);
    const now = Date.parse(instant);
    expect(describeOpeningStatus(schedule, now, content.timeZone)).toBe(line);
    expect(listUpcomingDays(schedule, now, content.timeZone).map(({ from }) => from)).toEqual(upcoming);
  });
});

test('the table has instants whose lines differ in each time zone', () => {
  const zones = new Set(openingInstants.map(({ content }) => content.timeZone));
  expect([...zones].sort()).toEqual([
    'America/New_York',
    'Asia/Kolkata',
    'Europe/Berlin',
    'Pacific/Auckland',
  ]);
});

test.each([
  ['the repeated hour, before closing', '2026-10-25', 15],
  ['before lunch', '2026-10-25', 15],
  ['before a day around the clock', '2026-11-22', 15],
  ['New Year’s Eve', '2026-12-22', 15],
  ['services that touch at midnight, before it', '2026-10-25', 15],
  ['not understood, a special closed day', '2026-11-22', 15],
  ['a night of 25 hours, before closing', '2026-10-29', 1],
  ['Berlin, after the skipped hour', '2027-03-25', 1],
])(
  'nothing changes between two boundaries: %s, a week from %s, every %i minutes',
  (title, firstDate, step) => {
    const content = findContent(title);
    const schedule = toSchedule(content);
    const show = (now: number) =>
      [
        describeOpeningStatus(schedule, now, content.timeZone),
        ...listUpcomingDays(schedule, now, content.timeZone).map(({ from }) => from),
      ].join('\n');
    const start = Date.parse(firstDate);
    let boundary = start;
    let shown = '';
    let changes = 0;
    for (let now = start; now < start + 7 * DAY; now += step * MINUTE) {
      if (now >= boundary) {
        boundary = findNextBoundary(schedule, now, content.timeZone);
        expect(boundary).toBeGreaterThan(now);
        if (show(now) !== shown) changes++;
        shown = show(now);
      } else if (show(now) !== shown) {
        expect.fail(`${new Date(now).toISOString()}: “${shown}” becomes “${show(now)}” before the boundary`);
      }
    }
    expect(changes).toBeGreaterThan(4);
  },
);

test.each([
  ['2026-11-24T16:29:59-05:00', '2026-11-24T16:30:00-05:00'],
  ['2026-11-24T16:30:00-05:00', '2026-11-24T21:30:00-05:00'],
  ['2026-11-24T21:30:00-05:00', '2026-11-25T00:00:00-05:00'],
  ['2026-11-01T00:00:00-04:00', '2026-11-01T15:00:00-05:00'],
  ['2026-11-01T20:30:00-05:00', '2026-11-02T00:00:00-05:00'],
])('finds the boundary after %s at %s', (now, boundary) => {
  const { timeZone, ...content } = findContent('at opening');
  const found = findNextBoundary(toSchedule({ timeZone, ...content }), Date.parse(now), timeZone);
  expect(new Date(found).toISOString()).toBe(new Date(boundary).toISOString());
});

test.each([
  ['2026-11-24T16:30:00-05:00', '2026-11-24T16:30:00-05:00'],
  ['2026-11-24T16:30:01-05:00', '2026-11-25T16:30:00-05:00'],
  ['2026-11-25T22:00:00-05:00', '2026-11-27T16:30:00-05:00'],
])('finds the opening after %s at %s', (now, opening) => {
  const content = findContent('a special closed day');
  const found = findNextOpening(toSchedule(content), Date.parse(now), content.timeZone);
  expect(found).toBe(Date.parse(opening));
});

test('the hours of a stored special day that have two meanings replace the weekly hours, without a line about now', () => {
  const [day] = selectDays([{ from: '2026-11-24', hours: '9 am – 12 pm' }]);
  const schedule: Schedule = {
    weekly: parseOpeningHours('Daily: 5 pm – 9 pm'),
    specialDays: day ? [day] : [],
  };
  const describeAt = (instant: string) =>
    describeOpeningStatus(schedule, Date.parse(instant), 'America/New_York');
  expect(describeAt('2026-11-23T18:00:00-05:00')).toBe('Open until 9:00 pm');
  expect(describeAt('2026-11-23T22:00:00-05:00')).toBe('Closed');
  expect(describeAt('2026-11-24T18:00:00-05:00')).toBeUndefined();
  expect(describeAt('2026-11-25T16:00:00-05:00')).toBe('Closed, opens at 5:00 pm');
  const list = (instant: string) => listUpcomingDays(schedule, Date.parse(instant), 'America/New_York');
  expect(list('2026-11-24T23:59:00-05:00')).toEqual([day]);
  expect(list('2026-11-25T00:00:00-05:00')).toEqual([]);
});

test('finds no opening when the hours are unknown or the restaurant never opens', () => {
  const now = Date.parse('2026-11-24T12:00:00-05:00');
  for (const title of ['hours that are not understood', 'never open'])
    expect(findNextOpening(toSchedule(findContent(title)), now, 'America/New_York')).toBeUndefined();
});

const open = (
  hours: string,
  specialDays: OpeningContent['specialDays'] = [],
  timeZone = 'America/New_York',
) => ({
  timeZone,
  hours,
  specialDays,
});
const bar = 'Daily: 6 pm – 2 am';
const dividedAtMidnight = 'Friday: 6 pm – midnight\nSaturday: 12 am – 2 am, 6 pm – 11 pm';
const berlin = (hours: string) => open(hours, [], 'Europe/Berlin');

test.each<[title: string, content: OpeningContent, instant: string, date: string, end: string]>([
  ['before midnight', open(bar), '2026-11-24T23:59:59-05:00', '2026-11-24', '2026-11-25T02:00-05:00'],
  ['at midnight', open(bar), '2026-11-25T00:00-05:00', '2026-11-24', '2026-11-25T02:00-05:00'],
  [
    'before the end of the service',
    open(bar),
    '2026-11-25T01:59:59-05:00',
    '2026-11-24',
    '2026-11-25T02:00-05:00',
  ],
  ['at the end of the service', open(bar), '2026-11-25T02:00-05:00', '2026-11-25', '2026-11-26T02:00-05:00'],
  [
    'a service until midnight',
    open('Daily: 6 pm – midnight'),
    '2026-11-25T00:00-05:00',
    '2026-11-25',
    '2026-11-26T00:00-05:00',
  ],
  ['closed', open('Daily: closed'), '2026-11-25T00:30-05:00', '2026-11-25', '2026-11-26T00:00-05:00'],
  [
    'a service that the text divides at midnight',
    open(dividedAtMidnight),
    '2026-11-28T00:30-05:00',
    '2026-11-27',
    '2026-11-28T02:00-05:00',
  ],
  [
    'after such a service',
    open(dividedAtMidnight),
    '2026-11-28T02:00-05:00',
    '2026-11-28',
    '2026-11-29T00:00-05:00',
  ],
  [
    'open around the clock, written as one service',
    open('Daily: midnight – 11:59 pm'),
    '2026-11-25T00:30-05:00',
    '2026-11-25',
    '2026-11-26T00:00-05:00',
  ],
  [
    'open around the clock, divided in the morning',
    open('Daily: 12 am – 5 am, 5:01 am – midnight'),
    '2026-11-25T00:30-05:00',
    '2026-11-24',
    '2026-11-25T05:00-05:00',
  ],
  [
    'open around the clock, divided so that no part is longer than a day',
    open('Daily: midnight – 6 am, 6:01 am – midnight'),
    '2026-11-25T07:00-05:00',
    '2026-11-25',
    '2026-11-26T06:00-05:00',
  ],
  [
    'a part until the evening after a service until midnight',
    open('Sunday: 3 pm – midnight\nMonday: midnight – 11 pm'),
    '2026-11-30T00:30-05:00',
    '2026-11-30',
    '2026-12-01T00:00-05:00',
  ],
  [
    'a special day that ends after midnight',
    open('Daily: closed', [{ from: '2026-12-31', hours: '8 pm – 1 am' }]),
    '2027-01-01T00:59-05:00',
    '2026-12-31',
    '2027-01-01T01:00-05:00',
  ],
  [
    'after such a special day',
    open('Daily: closed', [{ from: '2026-12-31', hours: '8 pm – 1 am' }]),
    '2027-01-01T01:00-05:00',
    '2027-01-01',
    '2027-01-02T00:00-05:00',
  ],
  [
    'a special day after a service that runs',
    open(bar, [{ from: '2026-11-25', closed: true }]),
    '2026-11-25T00:30-05:00',
    '2026-11-24',
    '2026-11-25T02:00-05:00',
  ],
  [
    'a day that was closed after midnight',
    open(bar, [{ from: '2026-11-24', closed: true }]),
    '2026-11-25T00:30-05:00',
    '2026-11-24',
    '2026-11-25T02:00-05:00',
  ],
  [
    'hours that are not understood',
    open('Monday, sometimes'),
    '2026-11-25T00:30-05:00',
    '2026-11-25',
    '2026-11-26T00:00-05:00',
  ],
  [
    'hours that are not understood after a special day',
    open('Monday, sometimes', [{ from: '2026-11-24', hours: '8 pm – 1 am' }]),
    '2026-11-25T00:30-05:00',
    '2026-11-24',
    '2026-11-25T01:00-05:00',
  ],
  [
    'a night of 25 hours, the first 1:29',
    open('Daily: 6 pm – 1:30 am'),
    '2026-11-01T01:29-04:00',
    '2026-10-31',
    '2026-11-01T01:30-04:00',
  ],
  [
    'a night of 25 hours, the second 1:29',
    open('Daily: 6 pm – 1:30 am'),
    '2026-11-01T01:29-05:00',
    '2026-11-01',
    '2026-11-02T01:30-05:00',
  ],
  [
    'a night of 25 hours, the second 1:30 of a service until 2',
    open(bar),
    '2026-11-01T01:30-05:00',
    '2026-10-31',
    '2026-11-01T02:00-05:00',
  ],
  [
    'a night of 23 hours, before the skipped hour',
    berlin('Daily: 6 pm – 2:30 am'),
    '2027-03-28T01:59+01:00',
    '2027-03-27',
    '2027-03-28T03:00+02:00',
  ],
  [
    'a night of 23 hours, after the skipped hour',
    berlin('Daily: 6 pm – 2:30 am'),
    '2027-03-28T03:00+02:00',
    '2027-03-28',
    '2027-03-29T02:30+02:00',
  ],
])('finds the day that is today for the restaurant: %s', (_, content, instant, date, end) => {
  const day = findBusinessDay(toSchedule(content), Date.parse(instant), content.timeZone);
  expect({ ...day, end: new Date(day.end).toISOString() }).toEqual({
    date,
    end: new Date(end).toISOString(),
  });
});

test('today advances by one day each day, also when the restaurant is open around the clock', () => {
  const aroundTheClock = [
    'Daily: midnight – 11:59 pm',
    'Daily: 12 am – 6 am, 6:01 am – midnight',
    'Daily: 6:01 am – 6 am',
  ];
  for (const hours of [...aroundTheClock, bar]) {
    const schedule = toSchedule(open(hours));
    const dates = new Set<string>();
    const start = Date.parse('2026-10-30T12:00-04:00');
    for (let now = start; now < start + 3 * DAY; now += 15 * MINUTE)
      dates.add(findBusinessDay(schedule, now, 'America/New_York').date);
    expect([...dates], hours).toEqual(['2026-10-30', '2026-10-31', '2026-11-01', '2026-11-02']);
  }
});

test('a service that the text divides at midnight is one service of the day on which it begins', () => {
  const schedule = toSchedule(open(dividedAtMidnight, [{ from: '2026-12-04', closed: true }]));
  expect(findHours(schedule, '2026-11-27')).toEqual([{ opens: '18:00', closes: '02:00' }]);
  expect(findHours(schedule, '2026-11-28')).toEqual([{ opens: '18:00', closes: '23:00' }]);
  expect(describeOpeningStatus(schedule, Date.parse('2026-11-28T00:30-05:00'), 'America/New_York')).toBe(
    'Open until 2:00 am',
  );
  // A week later the evening is closed, and so are its hours after midnight.
  expect(describeOpeningStatus(schedule, Date.parse('2026-12-05T00:30-05:00'), 'America/New_York')).toBe(
    'Closed, opens at 6:00 pm',
  );
});
