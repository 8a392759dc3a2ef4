import { expect, test, vi } from 'vitest';
import { describeError, FailureLog } from './failureLog.ts';

test('logs the first failure of a row, and the recovery only after a failure', () => {
  const error = vi.mocked(console.error).mockReturnValue(undefined);
  const log = vi.spyOn(console, 'log').mockReturnValue(undefined);
  const failures = new FailureLog('The disk works again.');
  failures.logRecovery();
  expect(log).not.toHaveBeenCalled();
  failures.logOnce('The disk is full:', 1);
  failures.logOnce('The disk is full:', 2);
  failures.logRecovery();
  failures.logRecovery();
  failures.logOnce('The disk is full:', 3);
  expect(error.mock.calls).toEqual([
    ['The disk is full:', 1],
    ['The disk is full:', 3],
  ]);
  expect(log.mock.calls).toEqual([['The disk works again.']]);
  error.mockClear();
});

test.each([
  [new Error('fetch failed', { cause: new Error('ECONNREFUSED') }), 'fetch failed: ECONNREFUSED'],
  [new Error('fetch failed', { cause: 'a text' }), 'fetch failed'],
  [new TypeError('no cause'), 'no cause'],
  ['a text', 'a text'],
  [undefined, 'undefined'],
])('describes %s', (error, description) => {
  expect(describeError(error)).toBe(description);
});
