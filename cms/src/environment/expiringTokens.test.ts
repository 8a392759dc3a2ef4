import { beforeEach, expect, test, vi } from 'vitest';
import { fakeSecrets } from '../../testing/fakeSecrets';
import { ExpiringTokens } from './expiringTokens';

const LIFETIME_MS = 60_000;
const tokens = new ExpiringTokens('preview', LIFETIME_MS);

beforeEach(() => {
  fakeSecrets();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-06-01T00:00:00Z') });
});

test('a token is valid until its lifetime has passed', () => {
  const token = tokens.create();
  expect(tokens.isValid(token)).toBe(true);
  vi.advanceTimersByTime(LIFETIME_MS - 1);
  expect(tokens.isValid(token)).toBe(true);
  vi.advanceTimersByTime(1);
  expect(tokens.isValid(token)).toBe(false);
});

test('a token that was created while the clock was ahead is not valid', () => {
  const start = Date.now();
  vi.setSystemTime(start + 13 * 60 * 60 * 1000);
  const slightlyAhead = tokens.create();
  vi.setSystemTime(start + 15 * 60 * 60 * 1000);
  const ahead = tokens.create();
  vi.setSystemTime(start);
  expect([tokens.isValid(slightlyAhead), tokens.isValid(ahead)]).toEqual([true, false]);
});

test('a token is valid for its subject and its purpose only', () => {
  const token = tokens.create('owner@test.example');
  expect(tokens.isValid(token, 'owner@test.example')).toBe(true);
  expect(tokens.isValid(token, 'admin@test.example')).toBe(false);
  expect(tokens.isValid(token)).toBe(false);
  expect(new ExpiringTokens('sign-in', LIFETIME_MS).isValid(token, 'owner@test.example')).toBe(false);
});

test('a token of another installation is not valid', () => {
  const token = tokens.create();
  fakeSecrets('b');
  expect(new ExpiringTokens('preview', LIFETIME_MS).isValid(token)).toBe(false);
});

test.each([
  ['a later expiry', (token: string) => token.replace(/^1/, '2')],
  ['another signature', (token: string) => token.replace(/.$/, (last) => (last === 'A' ? 'E' : 'A'))],
  ['a line after it', (token: string) => `${token}\n`],
])('rejects a token with %s', (_, change) => {
  expect(tokens.isValid(change(tokens.create()))).toBe(false);
});

test.each([undefined, ['token']])('rejects %j, which is not a text', (token) => {
  expect(tokens.isValid(token)).toBe(false);
});
