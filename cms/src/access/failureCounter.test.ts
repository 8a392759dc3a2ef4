import { beforeEach, expect, test } from 'vitest';
import { FailureCounter } from './failureCounter';

let time = 0;

beforeEach(() => {
  time = 0;
});

const createCounter = () => new FailureCounter({ maxFailures: 2, windowMs: 100, maxKeys: 3 }, () => time);

function fail(failures: FailureCounter, key: string, times: number) {
  for (let count = 0; count < times; count += 1) failures.add(key);
}

test('blocks a key at its limit until the window ends', () => {
  const failures = createCounter();
  fail(failures, 'a', 1);
  time = 40;
  expect(failures.remainingBlockMs('a')).toBe(0);
  fail(failures, 'a', 1);
  expect(failures.remainingBlockMs('a')).toBe(60);
  expect(failures.remainingBlockMs('b')).toBe(0);
  time = 99;
  expect(failures.remainingBlockMs('a')).toBe(1);
  time = 100;
  expect(failures.remainingBlockMs('a')).toBe(0);
  fail(failures, 'a', 1);
  expect(failures.remainingBlockMs('a')).toBe(0);
});

test('failures during a block do not extend it', () => {
  const failures = createCounter();
  fail(failures, 'a', 2);
  time = 90;
  fail(failures, 'a', 5);
  expect(failures.remainingBlockMs('a')).toBe(10);
});

test('a failure that is reverted late does not lower the count of the next window', () => {
  const failures = createCounter();
  const revertFailure = failures.add('a');
  time = 100;
  fail(failures, 'a', 2);
  revertFailure();
  expect(failures.remainingBlockMs('a')).toBe(100);
});

test('evicts expired keys before any other', () => {
  const failures = createCounter();
  fail(failures, 'expired and blocked', 2);
  time = 50;
  fail(failures, 'a', 1);
  fail(failures, 'b', 1);
  time = 100;
  fail(failures, 'new', 1);
  for (const key of ['a', 'b', 'new']) {
    fail(failures, key, 1);
    expect(failures.remainingBlockMs(key), key).toBeGreaterThan(0);
  }
});

test('evicts the oldest key that is not blocked, and keeps blocked keys, when it is full', () => {
  const failures = createCounter();
  fail(failures, 'blocked', 2);
  fail(failures, 'old', 1);
  fail(failures, 'newer', 1);
  fail(failures, 'newest', 1);
  fail(failures, 'newer', 1);
  expect(failures.remainingBlockMs('blocked')).toBe(100);
  expect(failures.remainingBlockMs('newer')).toBe(100);
  fail(failures, 'old', 1);
  expect(failures.remainingBlockMs('old')).toBe(0);
});

test('evicts the key whose block ends first when a new key comes and all are blocked', () => {
  const failures = createCounter();
  for (const key of ['a', 'b', 'c', 'd']) {
    fail(failures, key, 2);
    time += 1;
  }
  const blocked = ['a', 'b', 'c', 'd'].filter((key) => failures.remainingBlockMs(key) > 0);
  expect(blocked).toEqual(['b', 'c', 'd']);
});
