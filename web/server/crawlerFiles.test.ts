import fastify from 'fastify';
import { expect, test } from 'vitest';
import { serveCrawlerFiles } from './crawlerFiles.ts';

async function createServer(siteUrl: string) {
  const server = fastify();
  await serveCrawlerFiles(server, { siteUrl: new URL(siteUrl) });
  return server;
}

test('robots.txt allows all paths and names the sitemap', async () => {
  const { payload } = await (await createServer('http://localhost:3000')).inject('/robots.txt');
  expect(payload).toBe('User-agent: *\nAllow: /\n\nSitemap: http://localhost:3000/sitemap.xml\n');
});
