import { expect, test } from 'vitest';
import { SignInCodes } from './signInCodes';

const MINUTE_MS = 60_000;

function setUp() {
  const clock = { time: 0 };
  return { clock, codes: new SignInCodes(() => clock.time) };
}

/** Returns a code that is not this one. */
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

test('a code works for ten minutes after the newest mail, which has the same one', () => {
  const { clock, codes } = setUp();
  const code = codes.issue('owner');
  clock.time = 9 * MINUTE_MS;
  expect(codes.issue('owner')).toBe(code);
  clock.time = 19 * MINUTE_MS - 1;
  expect(codes.redeem('owner', otherThan(code))).toBe('wrong');
  clock.time = 19 * MINUTE_MS;
  expect(codes.redeem('owner', code)).toBe('none');
});

test('the fifth wrong one ends a code, also when the mail is sent again in between', () => {
  const { codes } = setUp();
  const code = codes.issue('owner');
  for (let tries = 0; tries < 4; tries += 1) expect(codes.redeem('owner', otherThan(code))).toBe('wrong');
  codes.issue('owner');
  expect(codes.redeem('owner', otherThan(code))).toBe('wrong');
  expect(codes.redeem('owner', code)).toBe('none');
});
