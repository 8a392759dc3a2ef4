import { errors } from '@strapi/utils';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPreviewToken } from '../access/previewToken';
import publishedOnly from './published-only';

vi.mock('../environment/secrets', () => ({ readSecrets: () => ({ adminJwt: 'a'.repeat(43) }) }));

const HOUR_MS = 60 * 60 * 1000;

/** Applies the policy to a request; returns its result and the cache-control header. */
function check(query: Record<string, unknown>, token?: unknown) {
  const set = vi.fn();
  const headers = token === undefined ? {} : { 'x-preview-token': token };
  const apply = () => publishedOnly({ request: { query, headers }, response: { set } });
  return { apply, cacheControl: () => set.mock.calls };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => void vi.useRealTimers());

test.each([{}, { status: 'published' }])('allows everyone to read published content (%j)', (query) => {
  const { apply, cacheControl } = check(query);
  expect(apply()).toBe(true);
  expect(cacheControl()).toEqual([]);
});

test('allows reading drafts with a token for an hour, and forbids caches to store them', () => {
  const token = createPreviewToken();
  const { apply, cacheControl } = check({ status: 'draft' }, token);
  vi.advanceTimersByTime(HOUR_MS - 1);
  expect(apply()).toBe(true);
  expect(cacheControl()).toEqual([['cache-control', 'no-store']]);
  vi.advanceTimersByTime(1);
  expect(apply).toThrow(errors.ForbiddenError);
});

test.each([undefined, '', 'token', ['token']])('rejects reading drafts with the token %j', (token) => {
  const { apply, cacheControl } = check({ status: 'draft' }, token);
  expect(apply).toThrow('Reading drafts requires a valid preview token.');
  expect(cacheControl()).toEqual([['cache-control', 'no-store']]);
});

test.each(['', 'DRAFT', 'modified', ['published'], ['draft'], { $ne: 'published' }, null])(
  'rejects the status %j, even with a valid token',
  (status) => {
    expect(check({ status }, createPreviewToken()).apply).toThrow(errors.ForbiddenError);
  },
);
