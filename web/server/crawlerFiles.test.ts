import fastify from 'fastify';
import { expect, test } from 'vitest';
import { pages } from '../src/content/pages.ts';
import { serveCrawlerFiles } from './crawlerFiles.ts';

async function createServer(siteUrl: string) {
  const server = fastify();
  await serveCrawlerFiles(server, { siteUrl: new URL(siteUrl) });
  return server;
}

test('the sitemap lists each page once, without the alias of the home page', async () => {
  const { headers, payload } = await (await createServer('https://table.example')).inject('/sitemap.xml');
  expect(headers['content-type']).toBe('application/xml; charset=utf-8');
  expect([...payload.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url)).toEqual(
    pages.map(({ path }) => `https://table.example${path}`),
  );
});

test('robots.txt allows all paths and names the sitemap', async () => {
  const { payload } = await (await createServer('http://localhost:3000')).inject('/robots.txt');
  expect(payload).toBe('User-agent: *\nAllow: /\n\nSitemap: http://localhost:3000/sitemap.xml\n');
});
