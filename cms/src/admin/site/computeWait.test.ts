import { expect, test } from 'vitest';
import { computeWait } from './computeWait';

const NOW = Date.parse('2037-11-25T16:29:30-05:00');

test.each([
  ['the next change is made', ['2037-11-25T18:00', '2037-11-25T16:30'], 32_000],
  ['its words are out of date', ['2037-11-26T16:30'], 60_000],
  ['a change that is late is made', ['2037-11-25T16:00'], 2_000],
])('waits until %s', (_, times, wait) => {
  expect(computeWait(times, 'America/New_York', NOW)).toBe(wait);
});
