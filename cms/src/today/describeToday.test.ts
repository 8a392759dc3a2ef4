import { expect, test } from 'vitest';
import type { SpecialDayEntry } from '../shared/hours/specialDays';
import { parseHours } from '../site/openingHours';
import { describeToday, type StoredNotice } from './describeToday';

const HOURS = 'Monday: Closed\nTuesday – Thursday: 4:30 pm – 9:30 pm\nFriday – Sunday: 4:30 pm – 10:30 pm';
const THANKSGIVING = { from: '2026-11-26', closed: true, reason: 'Thanksgiving' };
interface Published {
  hours: string;
  specialDays: SpecialDayEntry[];
  notice: StoredNotice | null;
}

const published: Published = { hours: HOURS, specialDays: [THANKSGIVING], notice: null };
const HOUR = 3_600_000;

/** Describes a time of today by the clock of New York. */
function describe(changes: Partial<Published>, time: string) {
  const { hours, specialDays, notice } = { ...published, ...changes };
  const schedule = parseHours({ description: hours, specialDays });
  return describeToday(schedule, notice, Date.parse(`${time}-05:00`));
}

test('describes an ordinary day until it closes', () => {
  expect(describe({}, '2026-11-24T17:00')).toEqual({
    date: '2026-11-24',
    daySentence: 'Today is Tuesday, November 24.',
    line: 'Open until 9:30 pm',
    hours: '4:30 pm – 9:30 pm',
    startingHours: '4:30 pm – 9:30 pm',
    comingDays: [{ from: '2026-11-26', line: 'Closed Thursday, November 26: Thanksgiving' }],
    isClosed: false,
    isSpecialDay: false,
    notice: null,
    nextOpening: '2026-11-25T16:30',
    statusIfClosed: {
      kind: 'closed',
      state: 'Closed today',
      opening: 'opens Wednesday at 4:30 pm',
      isClosedToday: true,
      reason: '',
    },
    validMs: 3.5 * HOUR,
  });
});

test('describes a special day, and the next opening after it and after a closed Monday', () => {
  expect(describe({}, '2026-11-26T12:00')).toMatchObject({
    line: 'Closed today: Thanksgiving. Opens Friday at 4:30 pm',
    hours: 'Closed',
    startingHours: '4:30 pm – 9:30 pm',
    comingDays: [],
    isClosed: true,
    isSpecialDay: true,
    nextOpening: '2026-11-27T16:30',
    validMs: 12 * HOUR,
  });
  expect(describe({}, '2026-11-30T12:00')).toMatchObject({
    isClosed: true,
    isSpecialDay: false,
    startingHours: '',
  });
  expect(describe({}, '2026-11-29T12:00').nextOpening).toBe('2026-12-01T16:30');
});

test('describes no hours that are not understood, and returns the end of today as the next opening', () => {
  expect(describe({ hours: 'Monday, sometimes' }, '2026-11-24T17:00')).toMatchObject({
    line: null,
    hours: null,
    startingHours: '',
    isClosed: false,
    nextOpening: '2026-11-25T00:00',
    validMs: 7 * HOUR,
  });
});

test('describes when a notice is shown, until it ends', () => {
  const notice = { text: 'Patio opens', from: null, until: '2026-11-25T21:30:00.000Z', address: null };
  const later = { ...notice, from: '2026-11-25T02:00:00.000Z', until: '2026-12-05T05:00:00.000Z' };
  expect(describe({ notice }, '2026-11-24T17:00').notice).toEqual({
    text: 'Patio opens',
    from: '',
    until: '2026-11-25T16:30',
    address: '',
    shown: 'until Wednesday at 4:30 pm',
  });
  expect(describe({ notice: later }, '2026-11-24T17:00')).toMatchObject({
    notice: { from: '2026-11-24T21:00', shown: 'from today at 9:00 pm until December 5 at midnight' },
    validMs: 3.5 * HOUR,
  });
  expect(describe({ notice }, '2026-11-25T16:29')).toMatchObject({ validMs: HOUR / 60 });
  expect(describe({ notice }, '2026-11-25T16:30').notice).toBeNull();
});

const LATE = 'Daily: 6 pm – 2 am';

test('describes the day on which a service began until it ends', () => {
  const tuesday = {
    date: '2026-11-24',
    line: 'Open until 2:00 am',
    hours: '6:00 pm – 2:00 am',
    nextOpening: '2026-11-25T18:00',
  };
  expect(describe({ hours: LATE }, '2026-11-24T23:59')).toMatchObject({
    ...tuesday,
    daySentence: 'Today is Tuesday, November 24.',
  });
  expect(describe({ hours: LATE }, '2026-11-25T00:30')).toMatchObject({
    ...tuesday,
    daySentence: 'Today is still Tuesday, November 24, until 2:00 am.',
    validMs: 0.5 * HOUR,
  });
  expect(describe({ hours: LATE }, '2026-11-25T02:00')).toMatchObject({
    date: '2026-11-25',
    daySentence: 'Today is Wednesday, November 25.',
    line: 'Closed, opens at 6:00 pm',
    nextOpening: '2026-11-27T18:00',
  });
});

test('after midnight, suggests an end of the notice that is to come, also when the next opening is unknown or has passed', () => {
  const newYearsEve = { from: '2026-12-31', closed: false, hours: '8 pm – 2 am' };
  const hours = 'Monday, sometimes';
  expect(describe({ hours, specialDays: [newYearsEve] }, '2027-01-01T00:30').nextOpening).toBe(
    '2027-01-01T02:00',
  );
  const newYear = { from: '2027-01-01', closed: false, hours: 'midnight – 3 am, 6 pm – 9 pm' };
  expect(describe({ hours, specialDays: [newYearsEve, newYear] }, '2027-01-01T00:30').nextOpening).toBe(
    '2027-01-01T18:00',
  );
});

test('lists the next ten special days after today in the order of their dates, and the one that goes on', () => {
  const days = Array.from({ length: 12 }, (_, index) => ({ from: `2026-12-${31 - index}`, closed: true }));
  const vacation = { from: '2026-11-23', until: '2026-11-25', closed: true };
  const { comingDays } = describe({ specialDays: [...days, vacation] }, '2026-11-24T12:00');
  expect(comingDays.map(({ from }) => from.slice(5))).toEqual([
    '11-23',
    ...Array.from({ length: 9 }, (_, index) => `12-${20 + index}`),
  ]);
  expect(comingDays[0]?.line).toBe('Closed Monday, November 23 – Wednesday, November 25');
});

test('starts the other hours of a special day from its own', () => {
  const today = { from: '2026-11-24', closed: false, hours: '5-9 pm' };
  expect(describe({ specialDays: [today] }, '2026-11-24T12:00').startingHours).toBe('5:00 pm – 9:00 pm');
});
