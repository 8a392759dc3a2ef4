import { afterEach, describe, expect, test } from 'vitest';
import { type OpeningContent, openingInstants } from '../../../testing/openingInstants';
import { toSchedule } from '../../../testing/toSchedule';
import { parseOpeningHours } from './openingHours';
import {
  announceSpecialDays,
  describeOpeningStatus,
  findNextBoundary,
  findNextOpening,
  findOpeningStatus,
  listUpcomingDays,
} from './openingStatus';
import type { Schedule } from './serviceDays';
import { selectDays } from './specialDays';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const originalTimeZone = process.env.TZ;

afterEach(() => {
  if (originalTimeZone === undefined) delete process.env.TZ;
  else process.env.TZ = originalTimeZone;
});

/** Returns the line about an instant. */
function describeNow(...parameters: Parameters<typeof findOpeningStatus>): string | undefined {
  const status = findOpeningStatus(...parameters);
  return status && describeOpeningStatus(status);
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
    expect(describeNow(schedule, now, content.timeZone)).toBe(line);
    expect(listUpcomingDays(schedule, now, content.timeZone).map(({ from }) => from)).toEqual(upcoming);
  });
});

test.each([
  ['the repeated hour, before closing', '2026-10-25', 15],
  ['services that touch at midnight, before it', '2026-10-25', 15],
  ['a night of 25 hours, before closing', '2026-10-29', 1],
  ['Berlin, after the skipped hour', '2027-03-25', 1],
])(
  'nothing changes between two boundaries: %s, a week from %s, every %i minutes',
  (title, firstDate, step) => {
    const content = findContent(title);
    const schedule = toSchedule(content);
    const show = (now: number) =>
      [
        describeNow(schedule, now, content.timeZone),
        ...announceSpecialDays(schedule, now, content.timeZone),
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
  ['2026-11-24T16:30:00-05:00', '2026-11-24T20:30:00-05:00'],
  ['2026-11-24T20:30:00-05:00', '2026-11-24T21:30:00-05:00'],
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
  const describeAt = (instant: string) => describeNow(schedule, Date.parse(instant), 'America/New_York');
  expect(describeAt('2026-11-23T18:00:00-05:00')).toBe('Open until 9:00 pm');
  expect(describeAt('2026-11-23T22:00:00-05:00')).toBe('Closed');
  expect(describeAt('2026-11-24T18:00:00-05:00')).toBeUndefined();
  expect(describeAt('2026-11-25T16:00:00-05:00')).toBe('Closed, opens at 5:00 pm');
  const list = (instant: string) => listUpcomingDays(schedule, Date.parse(instant), 'America/New_York');
  expect(list('2026-11-24T23:59:00-05:00')).toEqual([day]);
  expect(list('2026-11-25T00:00:00-05:00')).toEqual([]);
});

const sentenceFor = (reason: string) =>
  describeNow(
    toSchedule({
      timeZone: 'America/New_York',
      hours: 'Daily: 5 pm – 9 pm',
      specialDays: [{ from: '2026-11-26', closed: true, reason }],
    }),
    Date.parse('2026-11-26T12:00:00-05:00'),
    'America/New_York',
  );

test.each([
  ['the walk-in gave out', 'Closed today: the walk-in gave out. Opens Friday at 5:00 pm'],
  ['Private party!', 'Closed today: Private party! Opens Friday at 5:00 pm'],
  ['We need a rest.', 'Closed today: We need a rest. Opens Friday at 5:00 pm'],
  ['closed for repairs', 'Closed today: repairs. Opens Friday at 5:00 pm'],
  ['Closed today: snow', 'Closed today: snow. Opens Friday at 5:00 pm'],
  ['closed', 'Closed today, opens Friday at 5:00 pm'],
])('a day that is closed for “%s” reads well', (reason, sentence) => {
  expect(sentenceFor(reason)).toBe(sentence);
});

test.each([
  [
    '2026-11-24T12:00:00-05:00',
    ['Closed Thursday, November 26: Thanksgiving', 'Sunday, November 29, noon – 6:00 pm: a christening'],
  ],
  ['2026-11-26T12:00:00-05:00', ['Sunday, November 29, noon – 6:00 pm: a christening']],
  ['2026-11-29T12:00:00-05:00', ['Sunday, November 29, noon – 6:00 pm: a christening']],
  ['2026-12-16T23:59:59-05:00', []],
  ['2026-12-17T00:00:00-05:00', ['Closed Thursday, December 24 – Saturday, December 26']],
])('announces at %s the special days of the next week, but not that today is closed', (instant, lines) => {
  const schedule = toSchedule({
    timeZone: 'America/New_York',
    hours: 'Daily: 5 pm – 9 pm',
    specialDays: [
      { from: '2026-11-29', hours: 'noon – 6 pm', reason: 'a christening' },
      { from: '2026-11-26', closed: true, reason: 'Thanksgiving' },
      { from: '2026-12-24', until: '2026-12-26', closed: true },
    ],
  });
  expect(announceSpecialDays(schedule, Date.parse(instant), 'America/New_York')).toEqual(lines);
});
