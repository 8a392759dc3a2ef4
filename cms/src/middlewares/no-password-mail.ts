import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';

/**
 * Disables the password reset by e-mail: there is no e-mail service; `npm run password EMAIL` sets a new
 * password.
 */
export default (): Core.MiddlewareHandler => async (ctx, next) => {
  if (ctx.path.toLowerCase().startsWith('/admin/forgot-password'))
    throw new errors.NotFoundError(
      'No e-mail goes out from here: whoever looks after the site gives you a new password, with “npm run password”.',
    );
  await next();
};
