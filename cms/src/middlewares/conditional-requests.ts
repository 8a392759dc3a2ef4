import { createHash } from 'node:crypto';
import type { Core } from '@strapi/strapi';
import { CONTENT_STATE_PATH, PREVIEW_TOKEN_HEADER } from '../shared/requests/siteRequests';
import { readContentState } from '../strapi/contentState';

/**
 * Answers a query with status 304 when nothing in the database has changed since the response whose ETag the request has: in a
 * few milliseconds, however long the menu is. The ETag is the same for all queries. The question of the site whether anything has
 * changed gets status 204 instead of a query.
 */
export default (_config: unknown, { strapi }: { strapi: Core.Strapi }): Core.MiddlewareHandler =>
  async (context, next) => {
    const isQuery = ['GET', 'HEAD'].includes(context.method) && context.path.startsWith('/api/');
    if (!isQuery || context.get(PREVIEW_TOKEN_HEADER)) return next();
    // Before the query, so that the response shows at least this state. Strapi explains why a database does not answer.
    const state = await readContentState(strapi).catch(() => undefined);
    if (state === undefined) return next();
    const etag = `"${createHash('sha256').update(state).digest('base64url')}"`;
    if (context.get('if-none-match') === etag) {
      context.status = 304;
      return;
    }
    if (context.path === CONTENT_STATE_PATH) {
      context.set('etag', etag);
      context.status = 204;
      return;
    }
    await next();
    if (context.status === 200) context.set('etag', etag);
  };
