import type { Core } from '@strapi/strapi';
import { nameOf } from '../auditLog/accountName';
import { recordFailure, recordLine } from '../auditLog/auditLog';
import { readSmtpUrl } from '../environment/settings';
import { isWrongCredentials } from '../strapi/accounts';
import { addMiddlewares, type Context, findRoute } from '../strapi/routes';
import { findSessionId } from '../strapi/sessions';
import { readCredentials } from './credentials';
import { describeBrowser, endKnownBrowsers, isKnownBrowser, markKnownBrowser } from './knownBrowser';
import { requireCode } from './requireCode';

type Middleware = Core.MiddlewareHandler;

/** Adds a refused sign-in to the audit log. What was typed is not in it, because it can be a password. */
const recordRefusal =
  (strapi: Core.Strapi): Middleware =>
  async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const { email } = readCredentials(ctx.request.body);
      const user = await strapi.db.query('admin::user').findOne({ where: { email } });
      if (isWrongCredentials(error))
        void recordFailure(
          strapi,
          user ? `typed a wrong password for ${email}` : 'typed an e-mail that has no account',
        );
      else if (user && !user.isActive)
        void recordFailure(strapi, `typed the password of the blocked account ${email}`);
      throw error;
    }
  };

/**
 * Makes the browser of a sign-in known to its account, and adds the sign-in to the audit log.
 * @param wayIn how the user signed in, if not with a password
 */
const rememberBrowser =
  (strapi: Core.Strapi, wayIn = ''): Middleware =>
  async (ctx, next) => {
    await next();
    if (ctx.status >= 400) return;
    const { user } = ctx.body.data;
    const isKnown = await isKnownBrowser(strapi, ctx, user.email);
    await markKnownBrowser(strapi, ctx, user.email);
    const browser = `${isKnown ? '' : 'new browser: '}${describeBrowser(ctx)}`;
    await recordLine(strapi, `signed in${wayIn} (${browser})`, nameOf(user));
  };

/** Keeps the browser known to an account that gets another email in its profile: a code would go to an address that may be mistyped. */
const keepBrowser =
  (strapi: Core.Strapi): Middleware =>
  async (ctx, next) => {
    const { email } = ctx.state.user;
    const isKnown = await isKnownBrowser(strapi, ctx, email);
    await next();
    if (isKnown && ctx.status < 400 && ctx.body.data.email !== email)
      await markKnownBrowser(strapi, ctx, ctx.body.data.email);
  };

/**
 * Ends the known browsers of an account before its sessions, and adds that to the audit log.
 * @param read tells from a request what it ends, and whether the browser that sends it stays signed in
 */
const endBrowsers =
  (strapi: Core.Strapi, read: (ctx: Context) => [what: string, staysSignedIn: boolean]): Middleware =>
  async (ctx, next) => {
    const { email } = ctx.state.user;
    const [what, staysSignedIn] = read(ctx);
    const staysKnown = staysSignedIn && (await isKnownBrowser(strapi, ctx, email));
    await endKnownBrowsers(strapi, email);
    if (staysKnown) await markKnownBrowser(strapi, ctx, email);
    await next();
    if (ctx.status < 400) await recordLine(strapi, `signed out ${what}`);
  };

/**
 * Requires a code for a password in a new browser, if the CMS sends e-mail; remembers the browsers of those who sign in, until
 * they sign out everywhere; and adds all of that to the audit log.
 * @throws Error when Strapi no longer has one of these routes
 */
export function checkSignIns(strapi: Core.Strapi): void {
  const add = (method: 'POST' | 'PUT' | 'DELETE', path: string, ...after: Middleware[]) =>
    addMiddlewares(findRoute(strapi, 'admin', method, path), { after });
  const codes = readSmtpUrl() ? [requireCode(strapi)] : [];
  add('POST', '/login', recordRefusal(strapi), rememberBrowser(strapi), ...codes);
  for (const path of ['/register', '/register-admin', '/reset-password'])
    add('POST', path, rememberBrowser(strapi, ' with a link'));
  add('PUT', '/users/me', keepBrowser(strapi));
  const endAll = endBrowsers(strapi, ({ query }) =>
    ['true', '1'].includes(String(query.keepCurrent))
      ? ['on the other devices', true]
      : ['everywhere', false],
  );
  add('DELETE', '/users/me/sessions', endAll);
  const endOne = endBrowsers(strapi, ({ params }) => [
    'on one device',
    params.sessionId !== findSessionId(strapi),
  ]);
  add('DELETE', '/users/me/sessions/:sessionId', endOne);
}
