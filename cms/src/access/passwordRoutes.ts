import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { readSmtpUrl } from '../environment/settings';
import { isUsedLink } from '../strapi/accounts';
import { addMiddlewares, findRoute } from '../strapi/routes';
import { isLinkFromFuture } from './passwordLink';
import { isStrong, PASSWORD_RULE } from './passwords';

/** The admin's routes that set a password. */
const PASSWORD_ROUTES = [
  ['POST', '/reset-password'],
  ['POST', '/register'],
  ['POST', '/register-admin'],
  ['PUT', '/users/me'],
  ['PUT', '/users/:id'],
] as const;

/** Rejects a weak password. Strapi itself accepts eight characters. */
const requireStrongPassword: Core.MiddlewareHandler = async (ctx, next) => {
  // The form for an invitation sends the password in `userInfo`.
  const { password, userInfo }: { password?: unknown; userInfo?: { password?: unknown } } =
    ctx.request.body ?? {};
  for (const value of [password, userInfo?.password])
    if (typeof value === 'string' && !isStrong(value)) {
      const message = `This password is too weak: ${PASSWORD_RULE}`;
      throw new errors.ValidationError(message, { errors: [{ path: ['password'], message }] });
    }
  await next();
};

/** Tells a user whose link is not valid any more how to get a new one. */
function explainInvalidLink(): Core.MiddlewareHandler {
  const advice = readSmtpUrl()
    ? 'Go back to the sign-in and press “Forgot your password?” to get a new one.'
    : 'Ask whoever looks after the site for a new one.';
  return async (_, next) => {
    try {
      await next();
    } catch (error) {
      if (isUsedLink(error)) error.message = `This link has been used or is too old. ${advice}`;
      throw error;
    }
  };
}

/** Rejects a link that was made while the clock was ahead, which Strapi would accept until that time. */
const rejectFutureLinks =
  (strapi: Core.Strapi): Core.MiddlewareHandler =>
  async (ctx, next) => {
    const { resetPasswordToken }: { resetPasswordToken?: unknown } = ctx.request.body ?? {};
    // Postgres rejects a text with a NUL character.
    const isToken = typeof resetPasswordToken === 'string' && /^\w+$/.test(resetPasswordToken);
    if (isToken && (await isLinkFromFuture(strapi, resetPasswordToken))) throw new errors.ApplicationError();
    await next();
  };

/**
 * Requires a strong password wherever one is set, before a weak one could count as a wrong guess, and explains links that are not
 * valid any more.
 * @throws Error when Strapi no longer has one of these routes
 */
export function protectPasswordRoutes(strapi: Core.Strapi): void {
  for (const [method, path] of PASSWORD_ROUTES) {
    const after = path === '/reset-password' ? [explainInvalidLink(), rejectFutureLinks(strapi)] : [];
    addMiddlewares(findRoute(strapi, 'admin', method, path), { before: [requireStrongPassword], after });
  }
}
