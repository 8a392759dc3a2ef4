import type { Core } from '@strapi/strapi';

/**
 * Responds with no data to the admin's requests for Strapi's paid AI features, which would otherwise fail and log
 * an error on each page.
 */
export default (): Core.MiddlewareHandler => async (ctx, next) => {
  if (ctx.path === '/admin/ai-feature-config' || ctx.path.startsWith('/i18n/ai-localization-jobs/')) {
    ctx.body = { data: null };
    return;
  }
  await next();
};
