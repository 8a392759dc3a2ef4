import { expect, test } from 'vitest';
import { mergeContent } from './mergeContent';

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
    'a closure that ends earlier, while one of its days was changed',
    [days(20, 30, CLOSED)],
    [days(20, 26, CLOSED)],
    [days(20, 23, CLOSED), day(24, { hours: '5' }), days(25, 30, CLOSED)],
    [days(20, 23, CLOSED), day(24, { hours: '5' }), days(25, 26, CLOSED)],
  ],
])('merges %s', (_, replaced, scheduled, present, expected) => {
  expect(mergeContent({ field: replaced }, { field: scheduled }, { field: present })).toEqual({
    field: expected,
  });
});

test('returns only the fields that are scheduled', () => {
  expect(mergeContent({ a: 1 }, { a: 2 }, { a: 1, b: 5 })).toEqual({ a: 2 });
});

test('merges special days whose last day is centuries away by their rows', () => {
  const long = { from: '2026-12-20', until: '9999-12-31', closed: true };
  expect(mergeContent({ a: [] }, { a: [long] }, { a: [day(1)] })).toEqual({ a: [day(1), long] });
});
