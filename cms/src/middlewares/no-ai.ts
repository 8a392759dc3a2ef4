import type { Core } from '@strapi/strapi';

/** Answers that there is nothing where the admin asks for Strapi's paid AI features, in place of an error on each page. */
export default (): Core.MiddlewareHandler => async (ctx, next) => {
  if (ctx.path === '/admin/ai-feature-config' || ctx.path.startsWith('/i18n/ai-localization-jobs/')) {
    ctx.body = { data: null };
    return;
  }
  await next();
};
