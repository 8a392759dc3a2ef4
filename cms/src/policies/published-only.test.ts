import { errors } from '@strapi/utils';
import { expect, test, vi } from 'vitest';
import { fakeStrapi } from '../../testing/fakes';
import { findPreview } from '../preview/findPreview';
import publishedOnly from './published-only';

vi.mock('../preview/findPreview', () => ({ findPreview: vi.fn() }));

const HEADERS = { 'x-preview-token': 'token' };
const strapi = fakeStrapi({});

/** Applies the policy to a request; returns its result and the headers of the response. */
function check(query: Record<string, unknown>, isPreview: boolean) {
  vi.mocked(findPreview).mockReset();
  vi.mocked(findPreview).mockResolvedValue(isPreview ? { sessionId: '1' } : undefined);
  const set = vi.fn();
  const result = publishedOnly({ request: { query, headers: HEADERS }, response: { set } }, {}, { strapi });
  return { result, sentHeaders: set.mock.calls };
}

test.each([{}, { status: 'published' }])('allows everyone to read published content (%j)', async (query) => {
  const { result, sentHeaders } = check(query, false);
  expect(await result).toBe(true);
  expect(sentHeaders).toEqual([]);
  expect(findPreview).not.toHaveBeenCalled();
});

test('allows a preview to read drafts, and forbids caches to store them', async () => {
  const { result, sentHeaders } = check({ status: 'draft' }, true);
  expect(await result).toBe(true);
  expect(sentHeaders).toEqual([['cache-control', 'no-store']]);
  expect(findPreview).toHaveBeenCalledExactlyOnceWith(strapi, HEADERS);
});

test('rejects reading drafts without a preview', async () => {
  const { result, sentHeaders } = check({ status: 'draft' }, false);
  await expect(result).rejects.toThrow('Reading drafts requires a valid preview token.');
  expect(sentHeaders).toEqual([['cache-control', 'no-store']]);
});

test.each(['', 'DRAFT', 'modified', ['published'], ['draft'], { $ne: 'published' }, null])(
  'rejects the status %j, even in a preview',
  async (status) => {
    await expect(check({ status }, true).result).rejects.toThrow(errors.ForbiddenError);
  },
);
