import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PageTime } from '../src/content/content.ts';
import type { PageContent, QueryName } from '../src/content/queries.ts';
import { type PageAssets, renderDocument, renderFailure } from '../src/entry-server.tsx';
import { findPageBoundary } from '../src/findPageBoundary.ts';
import { findRoute, notFoundRoute, routes, type SiteRoute } from '../src/routes.ts';
import { CachedPage, RenderError } from './cachedPage.ts';
import type { ContentCache } from './contentCache.ts';
import { encodeResponse, NO_STORE, REVALIDATE, sendEncoded } from './encodedResponse.ts';
import type { Settings } from './settings.ts';

const HTML_TYPE = 'text/html; charset=utf-8';

/**
 * Paths that programs request: their errors are JSON. They never have an HTML document, because under /admin
 * its scripts could read the cookie of Strapi's admin, which all ports of a host share.
 */
const PATHS_WITHOUT_PAGES = /^\/(admin|api|assets|uploads)\b/i;

/** Splits a request's URL into its path, still percent-encoded, and its query; a proxy may send a URL with an origin. */
function splitUrl({ url }: FastifyRequest): { path: string; query: string } {
  const [, path, query = ''] = /^(?:https?:\/\/[^/?#]*)?([^?#]*)(\?[^#]*)?/i.exec(url) ?? [];
  return { path: path || '/', query };
}

/** Serves the rendered pages, the not-found page for unknown paths and the error page for unexpected errors. */
export function servePages(
  server: FastifyInstance,
  cache: ContentCache,
  { siteUrl, timeZone }: Settings,
  assets: PageAssets,
): void {
  const createCachedPage = (
    logName: string,
    names: readonly QueryName[],
    status: number,
    render: (content: PageContent, time: PageTime) => string | Promise<string>,
  ) =>
    new CachedPage(
      logName,
      names.map((name) => cache[name]),
      async () => {
        const content: PageContent = Object.fromEntries(names.map((name) => [name, cache[name].content]));
        const isComplete = names.every((name) => cache[name].content !== undefined);
        const hasStatements = names.some((name) => cache[name].hasStatements);
        const headers = isComplete && status < 500 ? REVALIDATE : NO_STORE;
        const from = Date.now();
        const until = findPageBoundary(content, from, timeZone);
        // All instants of the interval have the same page. For its last one, replicas render the same bytes with the same ETag.
        const html = await render(content, { now: until - 1, timeZone });
        const response = await encodeResponse(html, HTML_TYPE, headers, status);
        return { ...response, interval: { from, until }, hasStatements };
      },
    );
  const createCachedRoute = (route: SiteRoute, status = 200) =>
    createCachedPage(route.path, route.queries, status, (content, time) =>
      renderDocument(route, content, siteUrl, assets, time),
    );

  const pages = new Map(routes.map((route) => [route, createCachedRoute(route)]));
  const notFoundPage = createCachedRoute(notFoundRoute, 404);
  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const { path, query } = splitUrl(request);
    const route = findRoute(path);
    const page = pages.get(route);
    // To the route's own path: a part of the request's path could be another site's address.
    if (page && path !== route.path)
      return reply
        .code(308)
        .headers(REVALIDATE)
        .header('location', route.path + query)
        .send();
    if (!page && PATHS_WITHOUT_PAGES.test(path))
      return reply.code(404).headers(NO_STORE).send({ error: 'Not found' });
    return sendEncoded(request, reply, await (page ?? notFoundPage).get());
  };
  // One route for all pages: Fastify's rules for matching paths differ from those of the router in the browser.
  server.get('/*', sendPage);
  server.setNotFoundHandler(sendPage);

  const errorPage = createCachedPage('the error page', notFoundRoute.queries, 500, (content, time) =>
    renderFailure(content, siteUrl, assets.styles, time),
  );
  server.setErrorHandler(async (error, request, reply) => {
    // Logs the route's path, because the request's URL may contain private data.
    if (!(error instanceof RenderError))
      console.error(`${request.method} ${request.routeOptions.url} failed:`, error);
    if (PATHS_WITHOUT_PAGES.test(splitUrl(request).path))
      return reply.code(500).headers(NO_STORE).send({ error: 'Failed' });
    return sendEncoded(request, reply, await errorPage.get());
  });
}
