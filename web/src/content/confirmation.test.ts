import { beforeEach, expect, test, vi } from 'vitest';
import { isOutdated, readClocks, toConfirmation } from './confirmation.ts';

const NOW = Date.parse('2026-06-01T00:00:00Z');
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

beforeEach(() => vi.useFakeTimers({ toFake: ['Date', 'performance'], now: NOW }));

test('a confirmation is outdated after an hour', () => {
  const confirmation = readClocks();
  vi.advanceTimersByTime(HOUR_MS - 1);
  expect(isOutdated(confirmation)).toBe(false);
  vi.advanceTimersByTime(1);
  expect(isOutdated(confirmation)).toBe(true);
});

test('a confirmation is outdated after an hour in which the wall clock was set back', () => {
  const confirmation = readClocks();
  vi.advanceTimersByTime(HOUR_MS);
  vi.setSystemTime(NOW + MINUTE_MS);
  expect(isOutdated(confirmation)).toBe(true);
});

test.each([
  ['an hour later, as after a sleep of the machine', HOUR_MS, true],
  ['59 minutes later', 59 * MINUTE_MS, false],
  ['a minute earlier', -MINUTE_MS, false],
  ['more than a minute earlier', -MINUTE_MS - 1, true],
])('when the wall clock alone is set to %s, a confirmation being outdated is %s', (_, change, expected) => {
  const confirmation = readClocks();
  vi.setSystemTime(NOW + change);
  expect(isOutdated(confirmation)).toBe(expected);
});

test.each([
  ['from the time when it was recorded', 59 * MINUTE_MS, 1 * MINUTE_MS],
  ['from now, when it was recorded in the future', -MINUTE_MS, HOUR_MS],
])('the hour of an earlier process’s confirmation counts %s', (_, age, left) => {
  const confirmation = toConfirmation(NOW - age);
  vi.advanceTimersByTime(left - 1);
  vi.setSystemTime(NOW);
  expect(isOutdated(confirmation)).toBe(false);
  vi.advanceTimersByTime(1);
  vi.setSystemTime(NOW);
  expect(isOutdated(confirmation)).toBe(true);
});
