import { mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { reads } from '../src/content/reads.ts';
import { pagePaths } from '../src/routes.ts';
import type { Settings } from './settings.ts';

const client = join(import.meta.dirname, '..', 'client');

/** A read that the CMS has not answered by then has failed. */
const CMS_TIMEOUT_MS = 5_000;

const securityHeaders = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    'frame-src https://www.openstreetmap.org',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
};

/** The site's HTTP server: pages, assets, pictures, and the reads it passes on to the CMS. */
export async function createSite({ cmsUrl, uploads }: Settings): Promise<FastifyInstance> {
  const site = fastify({ forceCloseConnections: 'idle', routerOptions: { ignoreTrailingSlash: true } });
  const page = await readFile(join(client, 'index.html'));
  const sendPage = (reply: FastifyReply) =>
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page);

  site.addHook('onRequest', async (_request, reply) => void reply.headers(securityHeaders));

  for (const path of pagePaths) site.get(path, (_request, reply) => sendPage(reply));

  for (const { path, query } of Object.values(reads)) {
    site.get(path, async (_request, reply) => {
      reply.header('cache-control', 'no-cache');
      try {
        const answer = await fetch(new URL(`${path}?${query}`, cmsUrl), {
          signal: AbortSignal.timeout(CMS_TIMEOUT_MS),
        });
        if (answer.ok) return reply.type('application/json; charset=utf-8').send(await answer.text());
      } catch {
        // Whatever kept the CMS from answering, the visitor's browser keeps its words and asks again.
      }
      return reply.code(502).send({ error: 'The words are not to be had right now.' });
    });
  }

  site.get('/healthz', () => ({ status: 'ok' }));

  mkdirSync(uploads, { recursive: true });
  await site.register(async (pictures) => {
    pictures.addHook('onRequest', async (_request, reply) => {
      reply
        .header('cache-control', 'no-cache')
        .header('content-security-policy', "default-src 'none'; sandbox");
    });
    await pictures.register(fastifyStatic, {
      root: uploads,
      prefix: '/uploads/',
      index: false,
      cacheControl: false,
      decorateReply: false,
      allowedPath: (path) => /\.(avif|gif|jpe?g|png|webp)$/i.test(path),
    });
  });
  await site.register(fastifyStatic, {
    root: client,
    decorateReply: false,
    wildcard: false,
    index: false,
    globIgnore: ['index.html'],
    cacheControl: false,
    setHeaders: (reply, path) => {
      const immutable = path.startsWith(join(client, 'assets'));
      reply.setHeader('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });

  // No document under /admin: the cookie of Strapi's admin is readable there for scripts of every port of the same host.
  site.setNotFoundHandler((request, reply) => {
    reply.code(404);
    if (/^\/(admin|api|assets|uploads)\b/i.test(request.url)) return reply.send({ error: 'Not found' });
    return sendPage(reply);
  });

  return site;
}
