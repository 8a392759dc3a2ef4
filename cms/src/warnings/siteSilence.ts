import type { Core } from '@strapi/strapi';
import { IDLE_READ_MS, PREVIEW_TOKEN_HEADER, SITE_AGENT } from '../shared/requests/siteRequests';
import { ADVICE, type Warning } from './listWarnings';

const MINUTE_MS = 60_000;
const MAX_SITE_SILENCE_MS = 2 * IDLE_READ_MS;

/** By the monotonic clock. Before its first request, the site counts as if it had sent one when the CMS started. */
let lastRequestTime = performance.now();

/** Unchanged content is confirmed with status 304. */
const CONTENT_STATUSES = [200, 304];

/** Records when the site reads its content, which it does every few minutes also without visitors; previews don't count. */
export const recordSiteRequest: Core.MiddlewareHandler = async (context, next) => {
  await next();
  const isOfSite = context.get('user-agent') === SITE_AGENT && context.get(PREVIEW_TOKEN_HEADER) === '';
  if (isOfSite && CONTENT_STATUSES.includes(context.status) && context.path.startsWith('/api/'))
    lastRequestTime = performance.now();
};

/** Warns when the site has not read its content for long, so that visitors don't see what is published now. */
export function warnAboutSite(): Warning[] {
  const minutes = Math.floor((performance.now() - lastRequestTime) / MINUTE_MS);
  if (minutes * MINUTE_MS < MAX_SITE_SILENCE_MS) return [];
  const time = minutes < 120 ? `${minutes} minutes` : `${Math.floor(minutes / 60)} hours`;
  return [{ sentence: `For ${time} the site has not taken over what you publish. ${ADVICE}` }];
}
