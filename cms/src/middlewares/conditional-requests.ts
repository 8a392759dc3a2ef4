import { createHash, randomUUID } from 'node:crypto';
import type { Core } from '@strapi/strapi';
import { readContentState } from '../content/contentState';
import { PREVIEW_TOKEN_HEADER } from '../preview/findPreview';

/**
 * Answers a query with status 304 when nothing in the database has changed since the response whose ETag the request has. The
 * site asks so before it shows a page: the answer takes a few milliseconds, however long the menu is.
 */
export default (_config: unknown, { strapi }: { strapi: Core.Strapi }): Core.MiddlewareHandler => {
  // Another version of the CMS may respond otherwise from the same database.
  const processId = randomUUID();
  const prefix = `${strapi.config.get('api.rest.prefix', '/api')}/`;
  return async (context, next) => {
    const isQuery = ['GET', 'HEAD'].includes(context.method) && context.path.startsWith(prefix);
    if (!isQuery || context.get(PREVIEW_TOKEN_HEADER)) return next();
    // Before the query, so that the response shows at least this state. Strapi explains why a database does not answer.
    const state = await readContentState(strapi).catch(() => undefined);
    if (state === undefined) return next();
    const etag = `"${createHash('sha256').update(`${processId} ${state}`).digest('base64url')}"`;
    if (context.get('if-none-match') === etag) {
      context.status = 304;
      return;
    }
    await next();
    if (context.status === 200) context.set('etag', etag);
  };
};
