import type { Core } from '@strapi/strapi';

/** Closes the password-by-mail route: there is no e-mail service; `npm run password EMAIL` gives a new password. */
export default (): Core.MiddlewareHandler => async (ctx, next) => {
  if (ctx.path.toLowerCase().startsWith('/admin/forgot-password')) {
    ctx.status = 404;
    return;
  }
  await next();
};
