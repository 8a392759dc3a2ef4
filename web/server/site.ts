import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import fastifyStatic from '@fastify/static';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { type PageContent, type QueryName, queries } from '../src/content/queries.ts';
import { renderDocument, renderFailure } from '../src/entry-server.tsx';
import { notFoundRoute, routeOf, routes, type SiteRoute } from '../src/routes.ts';
import { type PageAssets, prepareAssets, readPageAssets } from './assets.ts';
import { DraftReads, PREVIEW_TOKEN_HEADER } from './draftReads.ts';
import { type HeldWords, holdWords } from './heldRead.ts';
import { pictureAddresses } from './pictureAddresses.ts';
import { FOREVER, NEVER, NEWEST, prepare, RenderError, SHARED, send, WordsAnswer } from './prepared.ts';
import type { Settings } from './settings.ts';
import { serveSignposts } from './signposts.ts';

const HTML = 'text/html; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';
/** A visitor on the slowest line sends a request in a second; who takes longer than this holds a connection for its own sake. */
const LONGEST_REQUEST_MS = 10_000;
/** A connection on which nothing moves for this long is ended, also in the middle of an answer. */
const LONGEST_STANDSTILL_MS = 60_000;
/** Request line and headers together; Node's own limit, which a test holds. */
const LARGEST_HEAD_BYTES = 16 * 1024;
const NO_WORDS = JSON.stringify({ error: 'The words are not to be had right now.' });

/** The site's HTTP server: pages, reads, assets and pictures, all of them without asking the CMS more than once a second. */
export async function createSite(settings: Settings): Promise<FastifyInstance> {
  const assets = readPageAssets();
  const headers = securityHeaders(assets, settings);
  const site = fastify({
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    requestTimeout: LONGEST_REQUEST_MS,
    connectionTimeout: LONGEST_STANDSTILL_MS,
    http: {
      headersTimeout: LONGEST_REQUEST_MS,
      connectionsCheckingInterval: LONGEST_REQUEST_MS / 4,
      maxHeaderSize: LARGEST_HEAD_BYTES,
    },
    routerOptions: { ignoreTrailingSlash: true },
    frameworkErrors: (_error, _request, { raw }) =>
      raw.writeHead(400, { ...headers, ...NEVER, 'content-type': 'text/plain' }).end('Bad request'),
  });
  const held = await holdWords(settings);
  site.addHook('onClose', async () => {
    for (const read of Object.values(held)) read.close();
  });

  guard(site, headers);
  serveHealth(site, held);
  servePages(site, held, settings, assets);
  serveReads(site, held, new DraftReads(settings.cmsUrl));
  await serveSignposts(site, held, settings);
  await serveAssets(site);
  await servePictures(site, held, settings);
  return site;
}

/** What every answer says of what its document may load and run, and of who may frame it. */
function securityHeaders({ styles }: PageAssets, { adminUrl }: Settings): Record<string, string> {
  return {
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      `style-src 'sha256-${createHash('sha256').update(styles).digest('base64')}'`,
      "img-src 'self'",
      "font-src 'self'",
      "connect-src 'self'",
      "manifest-src 'self'",
      'frame-src https://www.openstreetmap.org',
      "base-uri 'none'",
      "form-action 'none'",
      `frame-ancestors ${adminUrl.origin}`,
    ].join('; '),
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
  };
}

/** The two methods there are, neither with a body, and the headers of every answer. */
function guard(site: FastifyInstance, headers: Record<string, string>): void {
  site.addHook('onRequest', async ({ method, headers: asked }, reply) => {
    reply.headers(headers);
    const hasBody = asked['transfer-encoding'] !== undefined || Number(asked['content-length'] ?? 0) > 0;
    // A body is not read to its end: what follows on this connection could be part of it.
    if (hasBody) reply.header('connection', 'close');
    if (method === 'GET' || method === 'HEAD') {
      if (hasBody) return reply.code(413).headers(NEVER).type('text/plain').send('No body');
      return;
    }
    return reply
      .code(405)
      .headers({ ...NEVER, allow: 'GET, HEAD' })
      .type('text/plain')
      .send('Only GET and HEAD');
  });
}

/** Whether the process is alive, and how old its words are, in seconds. */
function serveHealth(site: FastifyInstance, held: HeldWords): void {
  site.get('/healthz', (_request, reply) => {
    const words = Object.fromEntries(Object.entries(held).map(([name, { age }]) => [name, age]));
    return reply.headers(NEVER).send({ status: 'ok', words });
  });
}

/** Where programs ask. No document under /admin: the cookie of Strapi's admin is readable there for scripts of every port of the same host. */
const NO_PAGES = /^\/(admin|api|assets|uploads)\b/i;

/** The path of a request as it was spelled, without the query and without the origin that a proxy may send. */
const pathOf = ({ url }: FastifyRequest) => url.replace(/^https?:\/\/[^/?#]*|[?#].*$/gi, '') || '/';

/** The pages with their words in them; an unknown address, and what should not have happened, get one that leads on. */
function servePages(site: FastifyInstance, held: HeldWords, { siteUrl }: Settings, assets: PageAssets): void {
  const answerWith = (
    logName: string,
    names: readonly QueryName[],
    status: number,
    render: (words: PageContent) => string | Promise<string>,
  ) =>
    new WordsAnswer(
      logName,
      names.map((name) => held[name]),
      async () => {
        const words: PageContent = Object.fromEntries(names.map((name) => [name, held[name].words]));
        const whole = names.every((name) => held[name].words !== undefined);
        return prepare(await render(words), HTML, whole && status < 500 ? NEWEST : NEVER, status);
      },
    );
  const page = (route: SiteRoute, status = 200) =>
    answerWith(route.path, route.queries, status, (words) => renderDocument(route, words, siteUrl, assets));

  const pages = new Map(routes.map((route) => [route, page(route)]));
  const notFound = page(notFoundRoute, 404);
  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const path = pathOf(request);
    const answer = pages.get(routeOf(path));
    if (!answer && NO_PAGES.test(path)) return reply.code(404).headers(NEVER).send({ error: 'Not found' });
    return send(request, reply, await (answer ?? notFound).newest());
  };
  // A route for each page would match addresses by Fastify's rules, which differ from the browser's.
  site.get('/*', sendPage);
  site.setNotFoundHandler(sendPage);

  const failed = answerWith('the error page', notFoundRoute.queries, 500, (words) =>
    renderFailure(words, siteUrl, assets.styles),
  );
  site.setErrorHandler(async (error, request, reply) => {
    // The route's address, not the request's, which may hold private data.
    if (!(error instanceof RenderError))
      console.error(`${request.method} ${request.routeOptions.url} failed:`, error);
    if (NO_PAGES.test(pathOf(request))) return reply.code(500).headers(NEVER).send({ error: 'Failed' });
    return send(request, reply, await failed.newest());
  });
}

/** The reads the browser makes, as the CMS last answered them; those of a preview go to the CMS, and nothing is kept of them. */
function serveReads(site: FastifyInstance, held: HeldWords, drafts: DraftReads): void {
  const vary = { vary: PREVIEW_TOKEN_HEADER };
  for (const name of Object.keys(queries) as QueryName[]) {
    const read = held[name];
    const answer = new WordsAnswer(queries[name].path, [read], () => {
      if (read.text !== undefined) return prepare(read.text, JSON_TYPE, { ...NEWEST, ...vary });
      return prepare(NO_WORDS, JSON_TYPE, { ...NEVER, ...vary, 'retry-after': '1' }, 503);
    });
    site.get(queries[name].path, async (request, reply) => {
      const token = request.headers[PREVIEW_TOKEN_HEADER];
      if (token === undefined) return send(request, reply, await answer.newest());
      const { status, text } = await drafts.read(name, token);
      return reply
        .code(status)
        .headers({ ...NEVER, ...vary })
        .type(JSON_TYPE)
        .send(text || NO_WORDS);
    });
  }
}

/** The built application. */
async function serveAssets(site: FastifyInstance): Promise<void> {
  for (const [address, asset] of await prepareAssets())
    site.get(address, (request, reply) => send(request, reply, asset));
}

/** The pictures of the media library: nothing else of its folder, and nothing that could run. */
async function servePictures(site: FastifyInstance, held: HeldWords, { uploads }: Settings): Promise<void> {
  const isCurrent = (address: string) =>
    Object.values(held).some(({ words }) => words && pictureAddresses(words).has(address));
  mkdirSync(uploads, { recursive: true });
  await site.register(async (pictures) => {
    pictures.addHook('onRequest', async (request, reply) => {
      // A replaced photograph keeps its name, and any version may be asked for: only the one that content names is this file's.
      reply
        .headers({ ...SHARED, ...(isCurrent(request.url) ? FOREVER : { 'cache-control': 'no-cache' }) })
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
}
