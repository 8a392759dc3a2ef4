// @vitest-environment node
import fastify from 'fastify';
import { expect, test } from 'vitest';
import type { ContentCache } from './contentCache.ts';
import { serveCrawlerFiles } from './crawlerFiles.ts';
import { readSettings } from './settings.ts';

/** Creates a server of a site with a name, or without one while the CMS is unavailable. */
async function createServer(name?: string, siteUrl = 'https://table.example') {
  const siteName = {
    text: name,
    content: name === undefined ? undefined : { name },
    revalidateIfStale: () => undefined,
  };
  const server = fastify();
  // Cast: the crawler files use only these members.
  const cache = { siteName } as unknown as ContentCache;
  await serveCrawlerFiles(server, cache, readSettings({ SITE_URL: siteUrl }));
  return server;
}

test('the sitemap lists each page once, without the alias of the home page', async () => {
  const { headers, payload } = await (await createServer()).inject('/sitemap.xml');
  expect(headers['content-type']).toBe('application/xml; charset=utf-8');
  expect([...payload.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url)).toEqual([
    'https://table.example/',
    'https://table.example/menu',
    'https://table.example/services',
    'https://table.example/contact',
  ]);
});

test('robots.txt allows all paths and names the sitemap', async () => {
  const { payload } = await (await createServer(undefined, 'http://localhost:3000')).inject('/robots.txt');
  expect(payload).toBe('User-agent: *\nAllow: /\n\nSitemap: http://localhost:3000/sitemap.xml\n');
});

test('the manifest has the name from the CMS', async () => {
  const { headers, json } = await (await createServer('Tom’s "Table" </script>')).inject('/site.webmanifest');
  expect(headers).toMatchObject({
    'content-type': 'application/manifest+json; charset=utf-8',
    'cache-control': 'no-cache',
  });
  expect(json()).toMatchObject({ name: 'Tom’s "Table" </script>', start_url: '/' });
});

test('forbids caches to store a manifest without a name', async () => {
  const { statusCode, headers, json } = await (await createServer()).inject('/site.webmanifest');
  expect([statusCode, headers['cache-control']]).toEqual([200, 'no-store']);
  expect(json()).not.toHaveProperty('name');
});
