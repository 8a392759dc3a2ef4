import type { FastifyInstance } from 'fastify';
import { routes } from '../src/routes.ts';
import { encodeResponse, sendEncoded } from './encodedResponse.ts';
import type { Settings } from './settings.ts';

/** Serves sitemap.xml and robots.txt. */
export async function serveCrawlerFiles(
  server: FastifyInstance,
  { siteUrl }: Pick<Settings, 'siteUrl'>,
): Promise<void> {
  const pages = routes.filter(({ canonical }) => !canonical).map(({ path }) => new URL(path, siteUrl).href);
  const sitemap = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    // URL has percent-encoded every other character that XML would need escaped.
    ...pages.map((page) => `<url><loc>${page.replaceAll('&', '&amp;')}</loc></url>`),
    '</urlset>',
  ].join('\n');
  const robots = `User-agent: *\nAllow: /\n\nSitemap: ${new URL('/sitemap.xml', siteUrl).href}\n`;
  for (const [path, text, type] of [
    ['/sitemap.xml', sitemap, 'application/xml; charset=utf-8'],
    ['/robots.txt', robots, 'text/plain; charset=utf-8'],
  ] as const) {
    const response = await encodeResponse(text, type, { 'cache-control': 'no-cache' });
    server.get(path, (request, reply) => sendEncoded(request, reply, response));
  }
}
