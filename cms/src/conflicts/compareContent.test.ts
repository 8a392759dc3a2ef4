import { expect, test } from 'vitest';
import { compareField } from './compareContent';

const text = { type: 'text' };
const pictures = { type: 'media' };
const drinks = {
  type: 'component',
  component: 'menu.soft-drink',
  fields: { drinkName: { type: 'string' }, cold: { type: 'boolean' } },
};

const compareText = (opened: unknown, form: unknown, stored: unknown) =>
  compareField({ opened, form, stored }, text).kind;

test('compares a text: only a change that was made elsewhere can conflict', () => {
  expect(compareText('A', 'A', 'A')).toBe('safe');
  expect(compareText('A', 'B', 'A')).toBe('safe');
  expect(compareText('A', 'B', 'B')).toBe('safe');
  expect(compareText('A', 'A', 'B')).toBe('untouched');
  expect(compareText('A', 'B', 'C')).toBe('overwritten');
  expect(compareText('A', null, 'C')).toBe('overwritten');
});

test('takes no value, an empty text, an empty list and an answer of no for the same', () => {
  for (const [opened, form] of [
    [null, ''],
    [undefined, null],
    [[], null],
    [false, undefined],
  ])
    expect(compareText(opened, form, 'B')).toBe('untouched');
});

test('compares pictures by their ids, whatever else is known of them', () => {
  const picture = (id: number, name: string) => ({ id, name, formats: { small: { url: name } } });
  const compare = (opened: unknown, form: unknown, stored: unknown) =>
    compareField({ opened, form, stored }, pictures).kind;
  expect(compare([picture(1, 'a')], [picture(1, 'b')], [picture(1, 'c')])).toBe('safe');
  expect(compare(picture(1, 'a'), picture(2, 'b'), picture(3, 'c'))).toBe('overwritten');
  expect(compare(picture(1, 'a'), picture(1, 'a'), null)).toBe('untouched');
});

const rows = (names: string) => names.split(' ').map((drinkName) => ({ drinkName, cold: false }));
const compareDrinks = (opened: string, form: string, stored: string) => {
  const comparison = compareField({ opened: rows(opened), form: rows(form), stored: rows(stored) }, drinks);
  if (comparison.kind !== 'merged') return comparison.kind;
  return comparison.rows.map((row) => Object(row).drinkName).join(' ');
};

test('compares the rows of a component by their fields, not by their ids', () => {
  const opened = [{ id: 1, drinkName: 'Cola', cold: null }];
  const form = [{ id: 1, drinkName: 'Cola', cold: false, __temp_key__: 'a0' }];
  expect(compareField({ opened, form, stored: [{ id: 7, drinkName: 'Cola' }] }, drinks).kind).toBe('safe');
});

test.each([
  ['both add a row', 'A B', 'A B C', 'A B D', 'A B D C'],
  ['both add the same row', 'A', 'A B C', 'A B', 'A B C'],
  ['a row is added at the start', 'A B', 'A B C', 'X A B', 'X A B C'],
  ['a row is added after one that the form removes', 'A B', 'A', 'A B X', 'A X'],
  ['one removes a row, the other another', 'A B C', 'B C', 'A B', 'B'],
  ['one changes a row, the other adds one', 'A B', 'A B2', 'A B C', 'A B2 C'],
  ['both change the same row', 'A B', 'A B2', 'A B3', 'overwritten'],
  ['one changes the row that the other removes', 'A B', 'A B2', 'A', 'overwritten'],
  ['one moves rows, the other adds one', 'A B', 'B A', 'A B C', 'overwritten'],
  ['the other moves rows', 'A B', 'A B C', 'B A', 'overwritten'],
  ['a row is there twice', 'A A', 'A A B', 'A A C', 'overwritten'],
])('merges lists when both have changed different rows: %s', (_case, opened, form, stored, result) => {
  expect(compareDrinks(opened, form, stored)).toBe(result);
});
