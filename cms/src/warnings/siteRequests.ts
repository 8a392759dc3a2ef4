import type { Core } from '@strapi/strapi';
import { PREVIEW_TOKEN_HEADER } from '../preview/findPreview';

/** Before its first request, the site counts as if it had sent one when the CMS started. */
let lastRequestTime = Date.now();

/** Returns how long ago the site read its content, in milliseconds; previews don't count. */
export const timeSinceSiteRequest = (): number => Date.now() - lastRequestTime;

/** Records when the site reads its content, which it does every few minutes also without visitors. */
export function recordSiteRequests(strapi: Core.Strapi): void {
  const prefix = `${strapi.config.get('api.rest.prefix', '/api')}/`;
  strapi.server.use(async (context, next) => {
    await next();
    if (context.status === 200 && context.path.startsWith(prefix) && context.get(PREVIEW_TOKEN_HEADER) === '')
      lastRequestTime = Date.now();
  });
}
