import { expect, test } from 'vitest';
import { computeWait } from './computeWait';

const NOW = Date.parse('2026-11-26T17:00:00-05:00');

test.each([
  ['a minute, after which the words are out of date', [['waiting', '2026-11-28T17:00']], 60_000],
  [
    'until the next change is made',
    [
      ['waiting', '2026-11-28T17:00'],
      ['waiting', '2026-11-26T17:00'],
    ],
    2_000,
  ],
  ['no longer for one that is overdue', [['waiting', '2026-11-26T16:00']], 2_000],
  ['a minute when the owner is asked', [['asking', '2026-11-26T16:00']], 60_000],
] as const)('waits %s', (_, changes, expected) => {
  const list = changes.map(([state, localTime]) => ({ state, localTime }));
  expect(computeWait({ changes: list, timeZone: 'America/New_York' }, NOW)).toBe(expected);
});
