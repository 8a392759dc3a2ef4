import { beforeEach, expect, test, vi } from 'vitest';
import { getAge, isInFuture } from './clock';

const NOW = Date.parse('2026-06-01T12:00:00Z');
const HOUR_MS = 60 * 60 * 1000;

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOW }));

test.each([
  ['an hour ago', -1, HOUR_MS],
  ['of another time zone', 14, 0],
  ['of a clock that was ahead', 14.1, undefined],
])('a time %s has the right age', (_, hours, age) => {
  expect(getAge(NOW + hours * HOUR_MS)).toBe(age);
  expect(isInFuture(NOW + hours * HOUR_MS)).toBe(age === undefined);
});
