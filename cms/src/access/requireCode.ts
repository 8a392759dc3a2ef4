import { createHash, randomUUID } from 'node:crypto';
import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { recordFailure } from '../auditLog/auditLog';
import { readAdminUrl } from '../environment/settings';
import { isRightPassword } from '../strapi/accounts';
import type { Context } from '../strapi/routes';
import { readCredentials } from './credentials';
import { FailureCounter } from './failureCounter';
import { describeBrowser, isKnownBrowser } from './knownBrowser';
import { rejectWhileBlocked } from './rejectWhileBlocked';
import { sendMail } from './sendMail';
import { SignInCodes } from './signInCodes';
import { setTemporaryCookie } from './temporaryCookie';

const HOUR_MS = 60 * 60 * 1000;
/** For each account, so that nobody who knows a password can fill a mailbox, or try more than 50 codes a day. */
const MAIL_LIMITS = { maxFailures: 10, windowMs: 24 * HOUR_MS, maxKeys: 10_000 };
/** The cookie with the random id to which a code is bound. */
const COOKIE = 'sign_in_browser';
const IS_UUID = /^[\da-f-]{36}$/;

/** The answer to the right password in a new browser: the same request has to be sent again with a code. */
export class CodeRequiredError extends errors.ApplicationError<'CodeRequiredError', string, unknown> {
  /** @param isSent whether the mail with the code is on its way */
  constructor(message: string, isSent: boolean) {
    super(message, { isSent });
    this.name = 'CodeRequiredError';
  }
}

const createText = (code: string, browser: string) => `Your code is ${code}

It signs you in to the website's admin, once, within ten minutes, in the browser in which your password was typed just now: ${browser}.

If that was not you, somebody knows your password. Choose another one, by “Forgot your password?”, here:

${readAdminUrl()}/admin/auth/forgot-password
`;

/** Returns what a code for this browser and an account is bound to; gives the browser an id if it has none. */
function bindTo(ctx: Context, email: string): string {
  const given = ctx.cookies.get(COOKIE, { signed: false }) ?? '';
  const id = IS_UUID.test(given) ? given : randomUUID();
  setTemporaryCookie(ctx, COOKIE, id, HOUR_MS);
  return createHash('sha256').update(`${email} ${id}`).digest('base64url');
}

/**
 * Requires a code for the right password in a new browser. The code is mailed to the address of the account.
 * @returns a middleware of the sign-in
 */
export function requireCode(strapi: Core.Strapi): Core.MiddlewareHandler {
  const codes = new SignInCodes();
  const mails = new FailureCounter(MAIL_LIMITS);

  /** @throws CodeRequiredError, or RateLimitError */
  const sendCode = async (ctx: Context, email: string): Promise<never> => {
    const reason =
      'Too many codes were asked for. “Forgot your password?” mails you a link that needs none. If no mail comes, whoever looks after the site can give you one, with “npm run password”. For a code:';
    rejectWhileBlocked(ctx, mails.remainingBlockMs(email), reason);
    mails.add(email);
    const browser = describeBrowser(ctx);
    await recordFailure(strapi, `typed the right password of ${email} in a new browser (${browser})`);
    const text = createText(codes.issue(bindTo(ctx, email)), browser);
    const mail = { to: email, subject: 'Your code to sign in', text };
    const isSent = await sendMail(strapi, 'with a code', () => mail);
    const message = isSent
      ? `This browser is new here, so a code is on its way to ${email}. It works once, for ten minutes.`
      : 'This browser is new here, so you need a code, but the mail with it could not be sent. Whoever looks after the site can give you a link that needs none, with “npm run password”.';
    throw new CodeRequiredError(message, isSent);
  };

  /** @throws ApplicationError unless the code is right */
  const redeemCode = (ctx: Context, email: string, code: unknown): void => {
    const digits = typeof code === 'string' ? code.replace(/[\s-]/g, '') : '';
    if (!/^\d{6}$/.test(digits)) throw new errors.ApplicationError('The code in the mail has six digits.');
    const result = codes.redeem(bindTo(ctx, email), digits);
    if (result === 'right') return;
    const what = result === 'wrong' ? 'a wrong code' : 'a code that does not work any more';
    void recordFailure(strapi, `typed ${what} for ${email}`);
    throw new errors.ApplicationError(
      result === 'wrong'
        ? 'This is not the code for this browser. Use the mail that names this browser, or press “Send the mail again”.'
        : 'There is no code that works any more. Press “Send the mail again”, and use the one that comes.',
    );
  };

  return async (ctx, next) => {
    const { email, password } = readCredentials(ctx.request.body);
    const { code }: { code?: unknown } = ctx.request.body;
    if (await isKnownBrowser(strapi, ctx, email)) return next();
    const user = await strapi.db.query('admin::user').findOne({ where: { email } });
    const isRight = user?.password && (await isRightPassword(strapi, password, user.password));
    if (!isRight) throw new errors.ApplicationError('Invalid credentials');
    // Strapi refuses accounts that are blocked, with its own words.
    if (user.isActive) {
      if (code === undefined) await sendCode(ctx, email);
      redeemCode(ctx, email, code);
    }
    await next();
  };
}
