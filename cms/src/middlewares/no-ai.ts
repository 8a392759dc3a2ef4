import type { Core } from '@strapi/strapi';

/**
 * Answers the admin's requests for Strapi's paid AI features with no data, because they would log an error on
 * each page.
 */
export default (): Core.MiddlewareHandler => async (ctx, next) => {
  if (ctx.path === '/admin/ai-feature-config' || ctx.path.startsWith('/i18n/ai-localization-jobs/')) {
    ctx.body = { data: null };
    return;
  }
  await next();
};
