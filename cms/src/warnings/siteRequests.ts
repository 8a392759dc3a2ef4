import type { Core } from '@strapi/strapi';
import { PREVIEW_TOKEN_HEADER, SITE_AGENT } from '../shared/requests/siteRequests';

/** By the monotonic clock. Before its first request, the site counts as if it had sent one when the CMS started. */
let lastRequestTime = performance.now();

/** Returns how long ago the site read its content, in milliseconds; previews don't count. */
export const timeSinceSiteRequest = (): number => performance.now() - lastRequestTime;

/** Unchanged content is confirmed with status 304. */
const CONTENT_STATUSES = [200, 304];

/** Records when the site reads its content, which it does every few minutes also without visitors. */
export const recordSiteRequest: Core.MiddlewareHandler = async (context, next) => {
  await next();
  const isOfSite = context.get('user-agent') === SITE_AGENT && context.get(PREVIEW_TOKEN_HEADER) === '';
  if (isOfSite && CONTENT_STATUSES.includes(context.status) && context.path.startsWith('/api/'))
    lastRequestTime = performance.now();
};
