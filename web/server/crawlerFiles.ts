import type { FastifyInstance } from 'fastify';
import { BACKGROUND_COLOR } from '../src/Document.tsx';
import { routes } from '../src/routes.ts';
import { CachedResponse } from './cachedResponse.ts';
import type { ContentCache } from './contentCache.ts';
import { NO_STORE, prepareResponse, REVALIDATE, sendPrepared } from './preparedResponse.ts';
import type { Settings } from './settings.ts';

/** Serves sitemap.xml and robots.txt for crawlers, and the web app manifest. */
export async function serveCrawlerFiles(
  server: FastifyInstance,
  { siteName }: ContentCache,
  { siteUrl }: Settings,
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
    const response = await prepareResponse(text, type, { 'cache-control': 'no-cache' });
    server.get(path, (request, reply) => sendPrepared(request, reply, response));
  }

  const manifest = new CachedResponse('/site.webmanifest', [siteName], () =>
    prepareResponse(
      JSON.stringify({
        name: siteName.content?.name,
        start_url: '/',
        display: 'browser',
        background_color: BACKGROUND_COLOR.light,
        theme_color: BACKGROUND_COLOR.light,
        icons: [
          { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
          { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
          { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
        ],
      }),
      'application/manifest+json; charset=utf-8',
      siteName.content ? REVALIDATE : NO_STORE,
    ),
  );
  server.get('/site.webmanifest', async (request, reply) =>
    sendPrepared(request, reply, await manifest.get()),
  );
}
