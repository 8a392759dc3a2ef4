import fastify from 'fastify';
import { beforeEach, expect, test, vi } from 'vitest';
import { type PageContent, type QueryName, queries } from '../src/content/queries.ts';
import { renderDocument } from '../src/entry-server.tsx';
import { takeErrors } from '../testing/takeErrors.ts';
import type { ContentCache } from './contentCache.ts';
import { servePages } from './servePages.ts';
import { readSettings } from './settings.ts';

vi.mock('../src/entry-server.tsx', () => ({
  renderDocument: vi.fn((route: { path: string }) => `page ${route.path}`),
  renderFailure: vi.fn(() => 'error page'),
}));

/** Creates a server whose queries have content, except for some; the pages use only what is parsed here. */
function createServer(unavailable: QueryName[] = [], parsed: PageContent = {}) {
  // Cast: Object.keys returns string[].
  const names = Object.keys(queries) as QueryName[];
  const cached = names.map((name) => {
    const content = unavailable.includes(name) ? undefined : (parsed[name] ?? { 'contact-hours': {} });
    return [name, { text: content && '{}', content, revalidateIfStale: () => undefined }];
  });
  // Cast: the pages use only these members, and the mocked renderer does not read the content.
  const cache = Object.fromEntries(cached) as unknown as ContentCache;
  const server = fastify({ routerOptions: { ignoreTrailingSlash: true } });
  servePages(server, cache, readSettings({}), { styles: '', script: '/app.js' });
  return server;
}

beforeEach(() => void vi.mocked(console.error).mockReturnValue(undefined));

test.each([
  ['/', 'page /'],
  ['/menu', 'page /menu'],
  ['/menu?from=card', 'page /menu'],
])('serves the page of %s', async (url, body) => {
  const response = await createServer().inject(url);
  expect([response.statusCode, response.payload]).toEqual([200, body]);
  expect(response.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
  });
});

test.each([
  ['/MENU', '/menu'],
  ['/Menu?from=CARD&to=//evil.example', '/menu?from=CARD&to=//evil.example'],
  ['/Contact/', '/contact'],
  ['/m%65nu', '/menu'],
  ['//menu', '/menu'],
])('redirects %s to %s', async (url, location) => {
  for (const method of ['GET', 'HEAD'] as const) {
    const { statusCode, headers, payload } = await createServer().inject({ method, url });
    expect([statusCode, headers.location, payload]).toEqual([308, location, '']);
    // Not forever, as browsers do without it.
    expect(headers['cache-control']).toBe('no-cache');
  }
});

test.each(['/unknown', '/MENUX', '//evil.example/menu', '/%5Cevil.example', '/administrator', '/apis'])(
  'serves the not-found page for %s',
  async (url) => {
    const { statusCode, payload } = await createServer().inject(url);
    expect([statusCode, payload]).toEqual([404, 'page *']);
  },
);

test.each(['/api', '/API/unknown', '/admin/', '/uploads/a.png', '/assets/a.js?v=1'])(
  'serves an error without HTML for %s',
  async (url) => {
    const { statusCode, headers, json } = await createServer().inject(url);
    expect([statusCode, json()]).toEqual([404, { error: 'Not found' }]);
    expect(headers).toMatchObject({
      'content-type': expect.stringContaining('application/json'),
      'cache-control': 'no-store',
    });
  },
);

test('forbids caches to store a page that lacks content', async () => {
  const server = createServer(['entrees']);
  expect((await server.inject('/menu')).headers['cache-control']).toBe('no-store');
  expect((await server.inject('/services')).headers['cache-control']).toBe('no-cache');
});

test('serves the error page while a page fails to render, and the page when it succeeds again', async () => {
  const server = createServer();
  vi.mocked(renderDocument).mockImplementationOnce(() => {
    throw new Error('out of memory');
  });
  const failed = await server.inject('/menu');
  expect([failed.statusCode, failed.payload]).toEqual([500, 'error page']);
  expect(failed.headers['cache-control']).toBe('no-store');
  expect(takeErrors()).toEqual([expect.stringContaining('Rendering /menu failed')]);
  vi.spyOn(console, 'log').mockReturnValue(undefined);
  expect((await server.inject('/menu')).payload).toBe('page /menu');
});

test('logs an unexpected error with the path of its route, not with the URL of the request', async () => {
  const server = createServer();
  for (const path of ['/api/broken', '/broken'])
    server.get(`${path}/:id`, () => Promise.reject(new Error('broken')));
  const page = await server.inject('/broken/secret?token=secret');
  expect([page.statusCode, page.payload]).toEqual([500, 'error page']);
  const api = await server.inject('/api/broken/secret?token=secret');
  expect([api.statusCode, api.json()]).toEqual([500, { error: 'Failed' }]);
  expect(takeErrors()).toEqual(['GET /broken/:id failed:', 'GET /api/broken/:id failed:']);
});

test('renders a page once in each interval between two boundaries, for the last millisecond of the interval', async () => {
  const noon = Date.parse('2026-11-18T12:00:00-05:00');
  const notice = { text: 'Patio opens', address: '', from: 0, until: noon + 60_000 };
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(noon);
  const server = createServer([], { siteName: { name: 'Scioto Table', logo: undefined, links: [], notice } });
  vi.mocked(renderDocument).mockClear();
  vi.mocked(renderDocument).mockImplementation(
    async (_route, _content, _site, _assets, { now }) => `for ${now}`,
  );
  const responses = [];
  for (const seconds of [0, 59.9, 60, 3_600]) {
    vi.setSystemTime(noon + seconds * 1_000);
    responses.push(await server.inject('/menu'));
  }
  const [first, second, third, fourth] = responses;
  expect(first?.payload).toBe(`for ${notice.until - 1}`);
  expect(second?.headers.etag).toBe(first?.headers.etag);
  expect(second?.headers['cdn-cache-control']).toContain('s-maxage=0, stale-while-revalidate=0,');
  expect(third?.headers.etag).not.toBe(first?.headers.etag);
  expect(third?.headers['cdn-cache-control']).toContain('s-maxage=1, stale-while-revalidate=60,');
  expect(fourth?.headers.etag).toBe(third?.headers.etag);
  expect(renderDocument).toHaveBeenCalledTimes(2);
});
