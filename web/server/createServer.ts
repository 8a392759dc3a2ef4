import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { PREVIEW_STATE_PATH, PREVIEW_TOKEN_HEADER } from '../../cms/src/shared/requests/siteRequests.ts';
import { queries } from '../src/content/queries.ts';
import { prepareAssets, readPageAssets } from './assets.ts';
import { CachedPage } from './cachedPage.ts';
import { readClientAddress } from './clientAddress.ts';
import { type ContentCache, keepAskingCms, openContentCache } from './contentCache.ts';
import { serveCrawlerFiles } from './crawlerFiles.ts';
import { encodeResponse, NO_STORE, REVALIDATE, sendEncoded } from './encodedResponse.ts';
import { PreviewQueries } from './previewQueries.ts';
import { createSecurityHeaders } from './securityHeaders.ts';
import { serveSecurityText } from './securityText.ts';
import { servePages } from './servePages.ts';
import { servePictures } from './servePictures.ts';
import type { Settings } from './settings.ts';

/** The folder of the built application for browsers, next to that of the built server. */
const CLIENT_FOLDER = join(import.meta.dirname, '..', 'client');
const JSON_TYPE = 'application/json; charset=utf-8';
/** Sending a request takes a second on a slow connection; slower ones get disconnected. */
const MAX_REQUEST_MS = 10_000;
/** A connection without any traffic for this long is closed, between two requests and during a response. */
const MAX_IDLE_MS = 60_000;
/** Request line and headers together; Node's default, set explicitly because a test asserts it. */
const MAX_HEADER_BYTES = 16 * 1024;
const CONTENT_UNAVAILABLE = JSON.stringify({ error: 'Content is temporarily unavailable.' });

/**
 * Creates the site's HTTP server, which serves everything from cached content; it does not listen yet.
 * @param clientFolder the built application for browsers
 */
export async function createServer(
  settings: Settings,
  clientFolder = CLIENT_FOLDER,
): Promise<FastifyInstance> {
  const assets = readPageAssets(clientFolder);
  const headers = createSecurityHeaders(assets, settings);
  const server = fastify({
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    requestTimeout: MAX_REQUEST_MS,
    connectionTimeout: MAX_IDLE_MS,
    keepAliveTimeout: MAX_IDLE_MS,
    http: {
      headersTimeout: MAX_REQUEST_MS,
      connectionsCheckingInterval: MAX_REQUEST_MS / 4,
      maxHeaderSize: MAX_HEADER_BYTES,
    },
    routerOptions: { ignoreTrailingSlash: true },
    // `request.ip` is the last address of X-Forwarded-For: the client may have sent those before it.
    trustProxy: (_address, hop) => hop === 0,
    frameworkErrors: (_error, _request, { raw }) =>
      raw.writeHead(400, { ...headers, ...NO_STORE, 'content-type': 'text/plain' }).end('Bad request'),
  });
  const cache = await openContentCache(settings);
  const stopReading = keepAskingCms(cache);
  server.addHook('onClose', async () => {
    stopReading();
    for (const query of Object.values(cache)) query.close();
  });

  if (settings.metrics) {
    // Imported only here, because without metrics nothing of them is loaded.
    const { serveMetrics } = await import('./metrics.ts');
    await serveMetrics(server, cache, settings.cacheFolder, settings.metrics);
  }
  setHeadersAndRestrictMethods(server, headers);
  serveHealth(server, cache);
  servePages(server, cache, settings, assets);
  const previewQueries = new PreviewQueries(settings.cmsUrl);
  serveQueries(server, cache, previewQueries, settings);
  servePreviewState(server, previewQueries, settings);
  await serveCrawlerFiles(server, settings);
  serveSecurityText(server, settings);
  await serveAssets(server, clientFolder);
  await servePictures(server, cache, settings);
  return server;
}

/** Sets the headers of every response, and rejects methods other than GET and HEAD and requests with a body. */
function setHeadersAndRestrictMethods(server: FastifyInstance, headers: Record<string, string>): void {
  server.addHook('onRequest', ({ method, headers: requestHeaders }, reply, done) => {
    reply.headers(headers);
    const hasBody =
      requestHeaders['transfer-encoding'] !== undefined || Number(requestHeaders['content-length'] ?? 0) > 0;
    // The body is not read, so its bytes could be taken for the next request on this connection.
    if (hasBody) reply.header('connection', 'close');
    if (method === 'GET' || method === 'HEAD') {
      if (hasBody) return void reply.code(413).headers(NO_STORE).type('text/plain').send('No body');
      return done();
    }
    reply
      .code(405)
      .headers({ ...NO_STORE, allow: 'GET, HEAD' })
      .type('text/plain')
      .send('Only GET and HEAD');
  });
}

/** Serves the health check, with the age of each query's cached content in seconds. */
function serveHealth(server: FastifyInstance, cache: ContentCache): void {
  server.get('/healthz', (_request, reply) => {
    const ages = Object.fromEntries(Object.entries(cache).map(([name, { age }]) => [name, age]));
    // The key is `words` because existing monitoring depends on it.
    return reply.headers(NO_STORE).send({ status: 'ok', words: ages });
  });
}

/** Serves the queries of browsers from the cache; those of a preview go to the CMS and are not cached. */
function serveQueries(
  server: FastifyInstance,
  cache: ContentCache,
  previewQueries: PreviewQueries,
  settings: Settings,
): void {
  const vary = { vary: PREVIEW_TOKEN_HEADER };
  for (const query of Object.values(cache)) {
    const { path } = queries[query.name];
    const cached = new CachedPage(path, [query], async () => {
      const { text, hasStatements } = query;
      if (text !== undefined)
        return { ...(await encodeResponse(text, JSON_TYPE, { ...REVALIDATE, ...vary })), hasStatements };
      const headers = { ...NO_STORE, ...vary, 'retry-after': '1' };
      return encodeResponse(CONTENT_UNAVAILABLE, JSON_TYPE, headers, 503);
    });
    server.get(path, async (request, reply) => {
      const token = request.headers[PREVIEW_TOKEN_HEADER];
      if (token === undefined) {
        const response = await cached.get();
        // With it, a page that stays open knows since when its content is not confirmed.
        if (query.age !== null) reply.header('age', Math.max(0, query.age));
        return sendEncoded(request, reply, response);
      }
      const address = await readClientAddress(request, settings);
      const { status, text } = await previewQueries.fetch(query.name, token, address);
      return reply
        .code(status)
        .headers({ ...NO_STORE, ...vary })
        .type(JSON_TYPE)
        .send(text || CONTENT_UNAVAILABLE);
    });
  }
}

/** Tells previews whether content has changed; other clients have no token and get 403. */
function servePreviewState(
  server: FastifyInstance,
  previewQueries: PreviewQueries,
  settings: Settings,
): void {
  server.get(PREVIEW_STATE_PATH, async (request, reply) => {
    const token = request.headers[PREVIEW_TOKEN_HEADER] ?? '';
    const address = await readClientAddress(request, settings);
    const { status, text } = await previewQueries.fetchState(token, address);
    return reply
      .code(status)
      .headers(NO_STORE)
      .type(JSON_TYPE)
      .send(text || CONTENT_UNAVAILABLE);
  });
}

/** Serves the files of the built application. */
async function serveAssets(server: FastifyInstance, clientFolder: string): Promise<void> {
  for (const [path, asset] of await prepareAssets(clientFolder))
    server.get(path, (request, reply) => sendEncoded(request, reply, asset));
}
