import { expect, test, vi } from 'vitest';
import { readClientAddress } from './clientAddress.ts';
import { createServer } from './createServer.ts';
import { readSettings } from './settings.ts';

// No built application, and one query in the cache: only how the server treats requests.
vi.mock('./assets.ts', () => ({ readPageAssets: () => ({}), prepareAssets: () => new Map() }));
vi.mock('./securityHeaders.ts', () => ({ createSecurityHeaders: () => ({}) }));
vi.mock('./contentCache.ts', () => ({
  openContentCache: () => ({
    sides: { name: 'sides', text: '"published"', revalidateIfStale: () => undefined, close: () => {} },
  }),
  keepAskingCms: () => () => {},
}));
vi.mock('./servePages.ts', () => ({ servePages: () => {} }));
vi.mock('./crawlerFiles.ts', () => ({ serveCrawlerFiles: () => {} }));
vi.mock('./servePictures.ts', () => ({ servePictures: () => {} }));

test.each([
  ['10.0.0.7', '192.0.2.1, 198.51.100.7', '198.51.100.7'],
  ['10.0.0.7', undefined, '10.0.0.7'],
  ['10.0.0.8', '192.0.2.1, 198.51.100.7', '10.0.0.8'],
])('the visitor of a connection from %s with X-Forwarded-For %j is %s', async (peer, forwarded, visitor) => {
  const settings = readSettings({ TRUSTED_PROXY: '10.0.0.7' });
  const server = await createServer(settings);
  server.get('/address', (request) => readClientAddress(request, settings));
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  const { body } = await server.inject({ path: '/address', remoteAddress: peer, headers });
  expect(body).toBe(visitor);
  await server.close();
});

test('no cache may store a response to a preview, and visitors get what is published', async () => {
  vi.stubGlobal('fetch', async () => Response.json('draft'));
  const server = await createServer(readSettings({}));
  const path = '/api/menu-sides';
  const ask = (target: string, headers = {}) => server.inject({ path: target, headers });
  const published = await ask(path);
  const { etag } = published.headers;
  const token = { 'x-preview-token': '1780000000000.signature.session' };
  for (const headers of [token, { ...token, 'if-none-match': etag }])
    for (const target of [path, `${path}?status=published`, '/api/preview-state']) {
      const draft = await ask(target, headers);
      expect(draft.body).toBe('"draft"');
      expect(draft.headers['cache-control'], target).toBe('no-store');
      for (const name of ['etag', 'cdn-cache-control']) expect(draft.headers[name], name).toBeUndefined();
      if (target.startsWith(path)) expect(draft.headers.vary).toBe('x-preview-token');
    }
  expect(published.headers.vary).toContain('x-preview-token');
  expect((await ask(path)).body).toBe('"published"');
  expect((await ask(path, { 'if-none-match': etag })).statusCode).toBe(304);
  await server.close();
  vi.unstubAllGlobals();
});
