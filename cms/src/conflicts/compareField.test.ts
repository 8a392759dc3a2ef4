import { expect, test } from 'vitest';
import { compareField } from './compareField';

/** Compares a field whose rows are its contents. */
const compare = (opened: unknown, form: unknown, stored: unknown) =>
  compareField({ opened, form, stored }, { form, stored });
const compareKinds = (...values: Parameters<typeof compare>) => compare(...values).kind;

test('compares a text: only a change that was made elsewhere can conflict', () => {
  expect(compareKinds('A', 'A', 'A')).toBe('safe');
  expect(compareKinds('A', 'B', 'A')).toBe('safe');
  expect(compareKinds('A', 'B', 'B')).toBe('safe');
  expect(compareKinds('A', 'A', 'B')).toBe('untouched');
  expect(compareKinds('A', 'B', 'C')).toBe('overwritten');
  expect(compareKinds('A', null, 'C')).toBe('overwritten');
});

test('compares pictures by their ids, not by their names', () => {
  const picture = (pictureId: number, name: string) => ({ pictureId, name });
  expect(compareKinds([picture(1, 'a')], [picture(1, 'b')], [picture(1, 'c')])).toBe('safe');
  expect(compareKinds(picture(1, 'a'), picture(2, 'b'), picture(3, 'c'))).toBe('overwritten');
  expect(compareKinds(picture(1, 'a'), picture(1, 'a'), null)).toBe('untouched');
});

const rows = (names: string) => names.split(' ').map((name) => ({ name, cold: false }));
const compareRows = (opened: string, form: string, stored: string) => {
  const comparison = compare(rows(opened), rows(form), rows(stored));
  if (comparison.kind !== 'merged') return comparison.kind;
  return comparison.rows.map((row) => Object(row).name).join(' ');
};

test.each([
  ['both add a row', 'A B', 'A B C', 'A B D', 'A B D C'],
  ['a row is added at the start', 'A B', 'A B C', 'X A B', 'X A B C'],
  ['a row is added after one that the form removes', 'A B', 'A', 'A B X', 'A X'],
  ['one removes a row, the other another', 'A B C', 'B C', 'A B', 'B'],
  ['one changes a row, the other adds one', 'A B', 'A B2', 'A B C', 'A B2 C'],
  ['both change the same row', 'A B', 'A B2', 'A B3', 'overwritten'],
  ['one changes the row that the other removes', 'A B', 'A B2', 'A', 'overwritten'],
  ['one moves rows, the other adds one', 'A B', 'B A', 'A B C', 'overwritten'],
  ['a row is there twice', 'A A', 'A A B', 'A A C', 'overwritten'],
])('merges lists when both have changed different rows: %s', (_case, opened, form, stored, result) => {
  expect(compareRows(opened, form, stored)).toBe(result);
});
