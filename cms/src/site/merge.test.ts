import { expect, test } from 'vitest';
import { ConflictError } from '../strapi/routes';
import { mergeFields, mergeValue, requireUnchanged } from './merge';

const date = (day: number) => `2026-12-${String(day).padStart(2, '0')}`;
const day = (from: number, content: object = {}) => ({ from: date(from), until: null, ...content });
const days = (from: number, last: number, content: object) => ({
  from: date(from),
  until: date(last),
  ...content,
});
const CLOSED = { closed: true };

test.each([
  ['a field that nobody else has changed', 'A', 'B', 'A', 'B'],
  ['a field that was published in the meantime', 'A', 'B', 'C', 'B'],
  [
    'days of which others were added in the meantime',
    [day(1)],
    [day(1), day(3)],
    [day(1), day(2)],
    [day(1), day(2), day(3)],
  ],
  [
    'the same day, changed by both, beside another that was added in the meantime',
    [day(1, { hours: '' })],
    [day(1, { hours: '5' })],
    [day(1, { hours: '6' }), day(2)],
    [day(1, { hours: '5' }), day(2)],
  ],
  [
    'a day that was removed and is changed, beside others that were added',
    [day(2, { hours: '' })],
    [day(2, { hours: '5' })],
    [day(1), day(3)],
    [day(1), day(2, { hours: '5' }), day(3)],
  ],
  [
    'a longer closure around other hours of one day',
    [],
    [days(20, 30, CLOSED)],
    [day(24, { hours: '5' })],
    [days(20, 30, CLOSED)],
  ],
  [
    'other hours of one day inside a closure that stays',
    [days(20, 30, CLOSED)],
    [days(20, 30, CLOSED), day(31)],
    [days(20, 23, CLOSED), day(24, { hours: '5' }), days(25, 30, CLOSED)],
    [days(20, 23, CLOSED), day(24, { hours: '5' }), days(25, 30, CLOSED), day(31)],
  ],
  [
    'a day of a draft whose date is not chosen yet, after all others',
    [],
    [{ from: null, closed: true }],
    [day(2)],
    [day(2), { from: null, closed: true }],
  ],
  [
    'a closure that ends earlier, while one of its days was changed',
    [days(20, 30, CLOSED)],
    [days(20, 26, CLOSED)],
    [days(20, 23, CLOSED), day(24, { hours: '5' }), days(25, 30, CLOSED)],
    [days(20, 23, CLOSED), day(24, { hours: '5' }), days(25, 26, CLOSED)],
  ],
  [
    'other hours of one day, which a longer closure on the site has otherwise',
    [],
    [day(24, { hours: '5' })],
    [days(20, 26, CLOSED), day(31)],
    [days(20, 23, CLOSED), day(24, { hours: '5' }), days(25, 26, CLOSED), day(31)],
  ],
  [
    'other hours of one day, before special days in no order',
    [],
    [day(1, { hours: '5' })],
    [day(31), days(20, 26, CLOSED)],
    [day(1, { hours: '5' }), days(20, 26, CLOSED), day(31)],
  ],
  ['a run without its first day', [day(20)], [], [days(20, 22, CLOSED)], [days(21, 22, CLOSED)]],
  ['a run without its last day', [day(22)], [], [days(20, 22, CLOSED)], [days(20, 21, CLOSED)]],
  ['a run of two days without one', [day(21)], [], [days(20, 21, CLOSED)], [day(20, CLOSED)]],
  ['no day for a date that has none', [day(27)], [], [days(20, 22, CLOSED)], [days(20, 22, CLOSED)]],
  [
    'another day beside two that have a date in common',
    [],
    [day(24, { hours: '5' })],
    [days(1, 3, CLOSED), day(2, { hours: '4' })],
    [days(1, 3, CLOSED), day(24, { hours: '5' }), day(2, { hours: '4' })],
  ],
  [
    'days without a date, of which both have added one',
    [day(1)],
    [day(1), { from: null, closed: true }],
    [day(1), { from: '', hours: '5' }],
    [day(1), { from: '', hours: '5' }, { from: null, closed: true }],
  ],
])('merges %s', (_, base, mine, theirs, expected) => {
  expect(mergeFields({ field: base }, { field: mine }, { field: theirs })).toEqual({
    field: expected,
  });
});

test('returns only the fields that are wanted', () => {
  expect(mergeFields({ a: 1 }, { a: 2 }, { a: 1, b: 5 })).toEqual({ a: 2 });
});

test('merges special days whose last day is centuries away', () => {
  const long = { from: '2026-12-20', until: '9999-12-31', closed: true };
  expect(mergeFields({ a: [] }, { a: [long] }, { a: [day(1)] })).toEqual({ a: [day(1), long] });
});

const compareKinds = (...values: Parameters<typeof mergeValue>) => mergeValue(...values).kind;

test('tells who has changed a text', () => {
  expect(compareKinds('A', 'A', 'A')).toBe('same');
  expect(compareKinds('A', 'B', 'A')).toBe('mine');
  expect(compareKinds('A', 'B', 'B')).toBe('same');
  expect(compareKinds('A', 'A', 'B')).toBe('theirs');
  expect(compareKinds('A', 'B', 'C')).toBe('conflict');
  expect(compareKinds('A', null, 'C')).toBe('conflict');
});

test('compares pictures by their ids, not by their names', () => {
  const picture = (pictureId: number, name: string) => ({ pictureId, name });
  expect(compareKinds([picture(1, 'a')], [picture(1, 'b')], [picture(1, 'c')])).toBe('same');
  expect(compareKinds(picture(1, 'a'), picture(2, 'b'), picture(3, 'c'))).toBe('conflict');
  expect(compareKinds(picture(1, 'a'), picture(1, 'a'), null)).toBe('theirs');
});

test('asks about a special day only where both have changed the same date', () => {
  const closed = days(20, 30, CLOSED);
  expect(compareKinds([closed], [days(20, 26, CLOSED)], [closed, day(31)])).toBe('merged');
  expect(compareKinds([closed], [days(20, 26, CLOSED)], [days(20, 28, CLOSED)])).toBe('merged');
  expect(compareKinds([day(1, { hours: '4' })], [day(1, { hours: '5' })], [day(1, { hours: '6' })])).toBe(
    'conflict',
  );
});

const rows = (names: string) => names.split(' ').map((name) => ({ name, cold: false }));
const mergeNames = (...lists: [string, string, string]) => {
  const [base, mine, theirs] = lists.map(rows);
  const { kind, value } = mergeValue(base, mine, theirs);
  return kind === 'merged' && Array.isArray(value) ? value.map(({ name }) => name).join(' ') : kind;
};

test.each([
  ['both add a row', 'A B', 'A B C', 'A B D', 'A B D C'],
  ['a row is added at the start', 'A B', 'A B C', 'X A B', 'X A B C'],
  ['a row is added after one that is removed', 'A B', 'A', 'A B X', 'A X'],
  ['a row is added before one that stays', 'A B', 'B', 'A X B', 'X B'],
  ['each changes another row', 'A B X', 'A1 B X', 'A B1 X', 'A1 B1 X'],
  ['one removes a row, the other another', 'A B C', 'B C', 'A B', 'B'],
  ['one changes a row, the other adds one', 'A B', 'A B2', 'A B C', 'A B2 C'],
  ['both change the same row', 'A B', 'A B2', 'A B3', 'conflict'],
  ['one changes the row that the other removes', 'A B', 'A B2', 'A', 'conflict'],
  ['one moves rows, the other adds one', 'A B', 'B A', 'A B C', 'conflict'],
  ['a row is there twice', 'A A', 'A A B', 'A A C', 'conflict'],
])('merges lists of which both have changed rows: %s', (_case, base, mine, theirs, result) => {
  expect(mergeNames(base, mine, theirs)).toBe(result);
});

test('a value can be changed from the one that was seen, and again when it is there already', () => {
  const change = (theirs: string[]) => () =>
    requireUnchanged({ base: ['a', 'b'], mine: ['b', 'a'], theirs }, 'Somebody else has changed this.');
  expect(change(['a', 'b'])).not.toThrow();
  expect(change(['b', 'a'])).not.toThrow();
  for (const other of [['b', 'a', 'c'], ['a'], []])
    expect(change(other)).toThrow(new ConflictError('Somebody else has changed this.'));
});
