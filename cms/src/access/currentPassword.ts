import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { recordFailure } from '../auditLog/auditLog';
import { isRightPassword } from '../strapi/accounts';
import { addMiddlewares, type Context, findRoute } from '../strapi/routes';

/** Runs an attempt to guess the password of an account within the limits of failed sign-ins. */
export type LimitGuess = (ctx: Context, email: string, attempt: () => Promise<void>) => Promise<void>;

interface AccountChange {
  email?: unknown;
  password?: unknown;
  currentPassword?: unknown;
}

/** Returns the error that Strapi's profile form shows at the field for the current password. */
function createFieldError(message: string): errors.ValidationError {
  return new errors.ValidationError(message, { errors: [{ path: ['currentPassword'], message }] });
}

/** Whether a request changes the email or the password of an account. */
function changesSignIn({ email, password }: AccountChange, stored: string): boolean {
  const keepsEmail =
    email === undefined || (typeof email === 'string' && email.toLowerCase() === stored.toLowerCase());
  return password !== undefined || !keepsEmail;
}

/**
 * Requires the current password to change the email or the password of the own account, so that a borrowed session is
 * not enough to take the account over. Strapi requires it for a new password only, and does not limit wrong guesses.
 * @throws Error when Strapi no longer has one of the routes
 */
export function requireCurrentPassword(strapi: Core.Strapi, limitGuess: LimitGuess): void {
  const checkProfile: Core.MiddlewareHandler = async (ctx, next) => {
    const change: AccountChange = ctx.request.body ?? {};
    const { user } = ctx.state;
    if (changesSignIn(change, user.email)) {
      const { currentPassword } = change;
      if (typeof currentPassword !== 'string' || currentPassword === '')
        throw createFieldError(
          'Type your current password here to change your e-mail address or your password.',
        );
      await limitGuess(ctx, user.email, async () => {
        const isRight = user.password && (await isRightPassword(strapi, currentPassword, user.password));
        if (isRight) return;
        void recordFailure(strapi, `typed a wrong current password in the profile of ${user.email}`);
        throw createFieldError('This is not your current password.');
      });
    }
    await next();
  };

  // Strapi's form for the accounts of others has no field for the administrator's own password.
  const refuseOwnAccount: Core.MiddlewareHandler = async (ctx, next) => {
    const { user } = ctx.state;
    // Databases read other texts as a number too, such as 2.0 and 0_2.
    const isOther = /^\d+$/.test(ctx.params.id) && Number(ctx.params.id) !== user.id;
    if (!isOther && changesSignIn(ctx.request.body ?? {}, user.email))
      throw new errors.ApplicationError(
        'Change your own e-mail address or password in your profile, which asks for your current password.',
      );
    await next();
  };

  for (const [path, middleware] of [
    ['/users/me', checkProfile],
    ['/users/:id', refuseOwnAccount],
  ] as const)
    addMiddlewares(findRoute(strapi, 'admin', 'PUT', path), { after: [middleware] });
}
