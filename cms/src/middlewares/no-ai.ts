import type { Core } from '@strapi/strapi';
import { isAiPath } from '../strapi/server';

/**
 * Responds with no data to the admin's requests for Strapi's paid AI features, which would otherwise fail and log
 * an error on each page.
 */
export default (): Core.MiddlewareHandler => async (ctx, next) => {
  if (isAiPath(ctx.path)) {
    ctx.body = { data: null };
    return;
  }
  await next();
};
