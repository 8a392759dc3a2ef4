import { expect, test, vi } from 'vitest';
import { createServer } from './createServer.ts';
import { readSettings } from './settings.ts';

// No built application and no cache: only how the server treats every request.
vi.mock('./assets.ts', () => ({ readPageAssets: () => ({}), prepareAssets: () => new Map() }));
vi.mock('./securityHeaders.ts', () => ({ createSecurityHeaders: () => ({}) }));
vi.mock('./cachedQueries.ts', () => ({ openCachedQueries: () => ({}), keepAskingCms: () => () => {} }));
vi.mock('./servePages.ts', () => ({ servePages: () => {} }));
vi.mock('./crawlerFiles.ts', () => ({ serveCrawlerFiles: () => {} }));
vi.mock('./servePictures.ts', () => ({ servePictures: () => {} }));

test.each([
  ['10.0.0.7', '192.0.2.1, 198.51.100.7', '198.51.100.7'],
  ['10.0.0.7', undefined, '10.0.0.7'],
  ['10.0.0.8', '192.0.2.1, 198.51.100.7', '10.0.0.8'],
])('the visitor of a connection from %s with X-Forwarded-For %j is %s', async (peer, forwarded, visitor) => {
  const server = await createServer(readSettings({ TRUSTED_PROXY: '10.0.0.7' }));
  server.get('/address', ({ ip }) => ip);
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  const { body } = await server.inject({ path: '/address', remoteAddress: peer, headers });
  expect(body).toBe(visitor);
  await server.close();
});
