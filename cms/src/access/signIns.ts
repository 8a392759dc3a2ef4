import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { recordFailure, recordLine } from '../auditLog/auditLog';
import { readSmtpUrl } from '../environment/settings';
import { isWrongCredentials } from '../strapi/accounts';
import { addMiddlewares, type Context, findRoute } from '../strapi/routes';
import { deleteEndedSessions, endSessions, findSessionId } from '../strapi/sessions';
import { readCredentials } from './credentials';
import {
  describeBrowser,
  endKnownBrowsers,
  isKnownBrowser,
  markKnownBrowser,
  readSubject,
} from './knownBrowser';
import { requireCode } from './requireCode';

/**
 * Requires a code for a password in a new browser, if the CMS sends e-mail; remembers the browsers of those who sign in, until
 * they sign out everywhere; and adds all of that to the audit log.
 * @throws Error when Strapi no longer has one of these routes
 */
export function checkSignIns(strapi: Core.Strapi): void {
  // What was typed is in the log only if it is the address of an account, because it can be a password.
  const recordRefusal: Core.MiddlewareHandler = async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const { email } = readCredentials(ctx.request.body);
      const user = await strapi.db.query('admin::user').findOne({ where: { email } });
      const isWrong = isWrongCredentials(error);
      if (isWrong && !user) void recordFailure(strapi, 'typed an e-mail that has no account');
      else if (isWrong) void recordFailure(strapi, `typed a wrong password for ${email}`);
      else if (user && !user.isActive)
        void recordFailure(strapi, `typed the password of the blocked account ${email}`);
      throw error;
    }
  };

  /** @param subject what a browser was known for before the password was checked; links don't tell their account before */
  const remember = async (ctx: Context, wayIn: string, subject?: string) => {
    if (ctx.status >= 400) return;
    const { id, email } = ctx.body.data.user;
    const isKnown = await isKnownBrowser(strapi, ctx, email);
    await markKnownBrowser(strapi, ctx, email, subject);
    if (subject && subject !== (await readSubject(strapi, email))) {
      // Somebody has signed out everywhere meanwhile: this session may have begun afterwards.
      await endSessions(strapi, id);
      throw new errors.ApplicationError(
        'This account was signed out everywhere just now. Please sign in again.',
      );
    }
    const browser = `${isKnown ? '' : 'new browser: '}${describeBrowser(ctx)}`;
    await recordLine(strapi, `signed in${wayIn} (${browser})`, email);
  };
  const rememberAfterPassword: Core.MiddlewareHandler = async (ctx, next) => {
    const subject = await readSubject(strapi, readCredentials(ctx.request.body).email);
    await next();
    await remember(ctx, '', subject);
  };
  const rememberAfterLink: Core.MiddlewareHandler = async (ctx, next) => {
    await next();
    await remember(ctx, ' with a link');
  };

  // A code would go to the new address in the profile, which may be mistyped.
  const keepBrowser: Core.MiddlewareHandler = async (ctx, next) => {
    const { email } = ctx.state.user;
    const isKnown = await isKnownBrowser(strapi, ctx, email);
    await next();
    if (isKnown && ctx.status < 400 && ctx.body.data.email !== email)
      await markKnownBrowser(strapi, ctx, ctx.body.data.email);
  };

  // The known browsers before the sessions, so that no sign-in comes in between.
  const endBrowsers: Core.MiddlewareHandler = async (ctx, next) => {
    const { email, id } = ctx.state.user;
    const { sessionId } = ctx.params;
    const keepsCurrent = ['true', '1'].includes(String(ctx.query.keepCurrent));
    const staysSignedIn = sessionId ? sessionId !== findSessionId(strapi) : keepsCurrent;
    const staysKnown = staysSignedIn && (await isKnownBrowser(strapi, ctx, email));
    await endKnownBrowsers(strapi, email);
    if (staysKnown) await markKnownBrowser(strapi, ctx, email);
    await next();
    if (ctx.status >= 400) return;
    await deleteEndedSessions(strapi, id);
    const others = keepsCurrent ? 'on the other devices' : 'everywhere';
    await recordLine(strapi, `signed out ${sessionId ? 'on one device' : others}`);
  };

  const add = (method: 'POST' | 'PUT' | 'DELETE', path: string, ...after: Core.MiddlewareHandler[]) =>
    addMiddlewares(findRoute(strapi, 'admin', method, path), { after });
  const codes = readSmtpUrl() ? [requireCode(strapi)] : [];
  add('POST', '/login', recordRefusal, rememberAfterPassword, ...codes);
  for (const path of ['/register', '/register-admin', '/reset-password'])
    add('POST', path, rememberAfterLink);
  add('PUT', '/users/me', keepBrowser);
  for (const path of ['/users/me/sessions', '/users/me/sessions/:sessionId'])
    add('DELETE', path, endBrowsers);
}
