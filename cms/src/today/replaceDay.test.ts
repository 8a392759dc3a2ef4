import { expect, test } from 'vitest';
import { removeDate, replaceDate, selectDate } from './replaceDay';

const christmas = { id: 7, from: '2026-12-24', until: '2026-12-26', closed: true, reason: 'Christmas' };
const newYear = { id: 8, from: '2027-01-01', until: null, closed: true, reason: 'New Year' };
const short = (from: string) => ({ from, until: null, closed: false, hours: '5 pm – 9 pm', reason: '' });

test('leaves a draft of a day without a date as it is, after all others', () => {
  const undated = { id: 9, from: null, until: null, closed: false, reason: 'Not yet' };
  expect(removeDate([undated, newYear], '2026-12-30')).toEqual([undated, newYear]);
  expect(replaceDate([undated, newYear], short('2026-12-30'))).toEqual([
    short('2026-12-30'),
    newYear,
    undated,
  ]);
});

test('replaces a special day of one date, and gives the new one its id', () => {
  expect(replaceDate([newYear], short('2027-01-01'))).toEqual([{ ...short('2027-01-01'), id: 8 }]);
});

test('shortens a run by its first or last day without changing its id', () => {
  expect(removeDate([christmas], '2026-12-24')).toEqual([{ ...christmas, from: '2026-12-25' }]);
  expect(removeDate([christmas], '2026-12-26')).toEqual([{ ...christmas, until: '2026-12-25' }]);
});

test('removes a single day, with and without a last date, and nothing on another date', () => {
  expect(removeDate([newYear], '2027-01-01')).toEqual([]);
  expect(removeDate([{ ...newYear, until: '2027-01-01' }], '2027-01-01')).toEqual([]);
  expect(removeDate([christmas, newYear], '2026-12-27')).toEqual([christmas, newYear]);
});

test('returns what the special days have for one date, the same for each date of a run', () => {
  const { from: _, until: __, ...values } = christmas;
  for (const date of ['2026-12-24', '2026-12-25', '2026-12-26'])
    expect(selectDate([newYear, christmas], date)).toEqual([values]);
  expect(selectDate([christmas, { ...newYear, from: null }], '2026-12-27')).toEqual([]);
});
