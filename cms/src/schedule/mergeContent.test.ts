import { expect, test } from 'vitest';
import { mergeContent } from './mergeContent';

test.each([
  ['a field that nobody else has changed', 'A', 'B', 'A', 'B'],
  ['a field that was published in the meantime', 'A', 'B', 'C', 'B'],
  [
    'rows of which others were added in the meantime',
    [{ from: '1' }],
    [{ from: '1' }, { from: '3' }],
    [{ from: '1' }, { from: '2' }],
    [{ from: '1' }, { from: '2' }, { from: '3' }],
  ],
  [
    'the same row, changed by both, beside another that was added in the meantime',
    [{ from: '1', hours: '' }],
    [{ from: '1', hours: '5' }],
    [{ from: '1', hours: '6' }, { from: '2' }],
    [{ from: '1', hours: '5' }, { from: '2' }],
  ],
  [
    'a row that was removed and is changed, beside others that were added',
    [{ from: '2', hours: '' }],
    [{ from: '2', hours: '5' }],
    [{ from: '1' }, { from: '3' }],
    [{ from: '1' }, { from: '2', hours: '5' }, { from: '3' }],
  ],
])('merges %s', (_, replaced, scheduled, present, expected) => {
  expect(mergeContent({ field: replaced }, { field: scheduled }, { field: present })).toEqual({
    field: expected,
  });
});

test('returns only the fields that are scheduled', () => {
  expect(mergeContent({ a: 1 }, { a: 2 }, { a: 1, b: 5 })).toEqual({ a: 2 });
});
