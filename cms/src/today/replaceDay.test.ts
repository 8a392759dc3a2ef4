import { expect, test } from 'vitest';
import { removeDate, replaceDate, selectDate } from './replaceDay';

const christmas = { from: '2026-12-24', until: '2026-12-26', closed: true, reason: 'Christmas' };
const newYear = { from: '2027-01-01', until: null, closed: true, reason: 'New Year' };
const short = (from: string) => ({ from, until: null, closed: false, hours: '5 pm – 9 pm', reason: '' });

test('adds a special day in the order of the dates, in place of what its date had', () => {
  expect(replaceDate([newYear], short('2026-12-30'))).toEqual([short('2026-12-30'), newYear]);
  expect(replaceDate([newYear], short('2027-01-01'))).toEqual([short('2027-01-01')]);
  expect(replaceDate([christmas], short('2026-12-25'))).toEqual([
    { ...christmas, until: null },
    short('2026-12-25'),
    { ...christmas, from: '2026-12-26', until: null },
  ]);
});

test('shortens a run by its first or last day', () => {
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
