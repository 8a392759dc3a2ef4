import { expect, test } from 'vitest';
import { findOverlap, parseSpecialDay, type SpecialDay, selectDays } from './specialDays';

const dinner = { opens: '17:00', closes: '21:00' };

test.each([
  [
    { from: '2026-12-24', until: '2026-12-26', closed: true, hours: null, reason: null },
    { from: '2026-12-24', until: '2026-12-26', hours: [], reason: '' },
  ],
  [
    { from: '2028-02-29', until: null, closed: null, hours: '5:00 pm – 9:00 pm', reason: ' Leap  day\n' },
    { from: '2028-02-29', until: '2028-02-29', hours: [dinner], reason: 'Leap day' },
  ],
  [
    { from: '2026-12-31', hours: '\u202a5 pm – 9 pm\u202c', reason: 'Thanks\u00adgiving\u200b' },
    { from: '2026-12-31', until: '2026-12-31', hours: [dinner], reason: 'Thanksgiving' },
  ],
])('parses %j', (entry, day) => {
  expect(parseSpecialDay(entry)).toEqual({ day });
});

const NOT_UNDERSTOOD = 'Write the hours like “5:00 pm – 9:00 pm”.';

/** Fields of a special day beside its first day. */
test.each([
  [{ from: '2026-02-30', closed: true }, 'from', '“2026-02-30” is not a date.'],
  [{ until: 'Friday', closed: true }, 'until', '“Friday” is not a date.'],
  [{ until: '2026-11-25', closed: true }, 'until', 'The last day is before the first.'],
  [
    { closed: true, hours: '5 pm – 9 pm' },
    'hours',
    'You are either closed or open at these hours. Remove one of the two.',
  ],
  [{ closed: false, hours: ' ' }, 'hours', 'Write the hours, or choose that you are closed.'],
  [{ hours: '5 – 9' }, 'hours', NOT_UNDERSTOOD],
  [{ hours: '6 pm – 9 pm, 11 am – 2 pm' }, 'hours', NOT_UNDERSTOOD],
  [{ hours: '5 pm – 6 pm\u20289 pm' }, 'hours', NOT_UNDERSTOOD],
  [
    { hours: '9 am – 12 pm' },
    'hours',
    'These hours can mean “9:00 am – noon” or “9:00 am – midnight”. Write the one that you mean.',
  ],
])('rejects %j because of %s: %s', (entry, field, message) => {
  const problem = { field, message };
  expect(parseSpecialDay({ from: '2026-11-26', ...entry })).toEqual({ problem });
});

const run = (from: string, until = from): SpecialDay => ({ from, until, hours: [], reason: '' });

test.each([
  [run('2026-12-24', '2026-12-26'), run('2026-12-26')],
  [run('2026-12-20', '2027-01-03'), run('2026-12-24')],
])('finds the overlap of %j and %j among other days', (first, second) => {
  const others = [run('2027-02-14'), run('2026-10-31'), run('2026-11-20', '2026-11-25')];
  expect(findOverlap([second, ...others, first])).toEqual([first, second]);
});

test('finds no overlap among days that follow each other', () => {
  expect(findOverlap([])).toBeUndefined();
  expect(
    findOverlap([run('2026-12-27'), run('2026-12-24', '2026-12-26'), run('2026-12-23')]),
  ).toBeUndefined();
});

test('selects stored days whose hours have two meanings with their text, but no other invalid day', () => {
  const hours = '9 am – 12 pm';
  expect(
    selectDays([
      { from: '2026-12-24', hours: ` ${hours}\n`, reason: 'Christmas Eve' },
      { from: '2026-12-26', hours, closed: true },
      { from: '2026-12-27', until: '2026-12-26', hours },
      { from: '2026-12-28', hours: ' ' },
      { from: '2026-12-29', hours: 'late' },
    ]),
  ).toEqual([
    { from: '2026-12-24', until: '2026-12-24', hours: undefined, hoursText: hours, reason: 'Christmas Eve' },
  ]);
});

test('selects valid days in the order of their dates, and of two that overlap the one that ends later', () => {
  const entry = (from: string | null, until?: string) => ({ from, until, closed: true });
  expect(
    selectDays([
      entry('2027-02-14'),
      entry('2026-12-20', '2026-12-24'),
      entry('2026-12-24', '2027-01-02'),
      entry('2026-12-25'),
      entry(null),
      entry('2026-02-30'),
      { from: '2026-11-26' },
      entry('2026-10-31'),
    ]),
  ).toEqual([run('2026-10-31'), run('2026-12-24', '2027-01-02'), run('2027-02-14')]);
});
