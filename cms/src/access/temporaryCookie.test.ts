import { expect, test, vi } from 'vitest';
import { fakeContext } from '../../testing/fakes';
import { setTemporaryCookie } from './temporaryCookie';

test.each([
  [false, 'id=value; path=/admin; max-age=600; httponly; samesite=strict'],
  [true, 'id=value; path=/admin; max-age=600; httponly; samesite=strict; secure'],
])('tells the browser how long a cookie lasts, and no time; with HTTPS: %s', (secure, expected) => {
  const append = vi.fn();
  setTemporaryCookie(fakeContext({ request: { secure }, append }), 'id', 'value', 600_000);
  expect(append).toHaveBeenCalledExactlyOnceWith('Set-Cookie', expected);
});
