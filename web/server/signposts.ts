import type { FastifyInstance } from 'fastify';
import { GROUND } from '../src/Document.tsx';
import { routes } from '../src/routes.ts';
import type { HeldWords } from './heldRead.ts';
import { NEVER, NEWEST, prepare, send, WordsAnswer } from './prepared.ts';
import type { Settings } from './settings.ts';

/** What leads to the site: the sitemap and the address of it for robots, and the name and pictures it goes by on a phone's screen. */
export async function serveSignposts(
  site: FastifyInstance,
  { siteName }: HeldWords,
  { siteUrl }: Settings,
): Promise<void> {
  const pages = routes.filter(({ canonical }) => !canonical).map(({ path }) => new URL(path, siteUrl).href);
  const sitemap = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    // An address as URL writes it has no character that XML wants escaped but this one.
    ...pages.map((page) => `<url><loc>${page.replaceAll('&', '&amp;')}</loc></url>`),
    '</urlset>',
  ].join('\n');
  const robots = `User-agent: *\nAllow: /\n\nSitemap: ${new URL('/sitemap.xml', siteUrl).href}\n`;
  for (const [address, text, type] of [
    ['/sitemap.xml', sitemap, 'application/xml; charset=utf-8'],
    ['/robots.txt', robots, 'text/plain; charset=utf-8'],
  ] as const) {
    const answer = await prepare(text, type, { 'cache-control': 'no-cache' });
    site.get(address, (request, reply) => send(request, reply, answer));
  }

  const manifest = new WordsAnswer('/site.webmanifest', [siteName], () =>
    prepare(
      JSON.stringify({
        name: siteName.words?.name,
        start_url: '/',
        display: 'browser',
        background_color: GROUND.light,
        theme_color: GROUND.light,
        icons: [
          { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
          { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
          { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
        ],
      }),
      'application/manifest+json; charset=utf-8',
      siteName.words ? NEWEST : NEVER,
    ),
  );
  site.get('/site.webmanifest', async (request, reply) => send(request, reply, await manifest.newest()));
}
