import { beforeEach, expect, test, vi } from 'vitest';
import { fakeContext } from '../../testing/fakes';
import { recordSiteRequest, warnAboutSite } from './siteSilence';

const MINUTE_MS = 60_000;
const NOW = Date.parse('2026-06-10T12:00:00Z');

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'], now: NOW }));

test('says when the site has read nothing for ten minutes, and counts neither previews, failed requests nor those of others', async () => {
  const request = (path: string, status: number, token: string, agent = 'scioto-table-site') => {
    const headers: Record<string, string> = { 'x-preview-token': token, 'user-agent': agent };
    const context = fakeContext({ path, status, get: (name: string) => headers[name] ?? '' });
    return recordSiteRequest(context, async () => undefined);
  };
  const sentencesAfter = (minutes: number) => {
    vi.advanceTimersByTime(NOW + minutes * MINUTE_MS - Date.now());
    return warnAboutSite().map(({ sentence }) => sentence);
  };
  await request('/api/homepages', 200, '');
  expect(sentencesAfter(9)).toEqual([]);
  await request('/api/homepages', 200, 'a preview');
  await request('/api/homepages', 503, '');
  await request('/admin', 200, '');
  await request('/api/homepages', 200, '', 'a monitor');
  expect(sentencesAfter(10)).toEqual([expect.stringContaining('For 10 minutes the site has not taken over')]);
  expect(sentencesAfter(190)).toEqual([expect.stringContaining('For 3 hours the site')]);
  await request('/api/homepages', 200, '');
  expect(sentencesAfter(191)).toEqual([]);
  await request('/api/homepages', 304, '');
  expect(sentencesAfter(200)).toEqual([]);
});
