import { createHash } from 'node:crypto';
import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { readSmtpUrl } from '../environment/settings';
import { getNetworkAddress } from '../shared/requests/networkAddress';
import { addPublicRoute, findRoute, replaceMiddlewares } from '../strapi/routes';
import { FailureCounter } from './failureCounter';
import { issuePasswordLink, LINK_LIFETIME_MS } from './passwordLink';
import { rejectWhileBlocked } from './rejectWhileBlocked';
import { sendMail } from './sendMail';

const HOUR_MS = 60 * 60 * 1000;
/** Every request counts, because each one can send a mail. */
const ADDRESS_LIMITS = { maxFailures: 10, windowMs: HOUR_MS, maxKeys: 10_000 };
/** So that nobody can fill a user's mailbox from many addresses. */
const ACCOUNT_LIMITS = { maxFailures: 3, windowMs: HOUR_MS, maxKeys: 10_000 };

const createText = (
  link: string,
) => `Open this link within an hour, and choose a new password for the website's admin:

${link}

If you did not ask for it, ignore this mail: your password is still the same.
`;

/** Sends a link to the user of an account; does nothing when there is no such account. */
const mailPasswordLink = (strapi: Core.Strapi, email: string): Promise<boolean> =>
  sendMail(strapi, 'with a link to choose a password', async () => {
    const user = await strapi.db.query('admin::user').findOne({ where: { email, isActive: true } });
    if (!user) return undefined;
    const link = await issuePasswordLink(strapi, user.id, LINK_LIFETIME_MS.mailed);
    return { to: user.email, subject: 'Choose a new password', text: createText(link) };
  });

/**
 * Reads the email of a request for a link, in lowercase as Strapi stores it.
 * @throws ValidationError when it is not a text
 */
function readEmail(body: unknown): string {
  const { email }: { email?: unknown } = body ?? {};
  // Postgres rejects a text with a NUL character.
  if (typeof email !== 'string' || email === '' || email.includes('\0'))
    throw new errors.ValidationError('Write your e-mail address.');
  return email.trim().toLowerCase();
}

/**
 * Answers requests for a link, in place of Strapi's handler, which would log the recipient of a mail that can't be
 * sent. The answer does not depend on whether there is an account, and the search for it starts after the answer.
 */
function answerRequests(strapi: Core.Strapi): Core.MiddlewareHandler {
  const byAddress = new FailureCounter(ADDRESS_LIMITS);
  const byAccount = new FailureCounter(ACCOUNT_LIMITS);
  return async (ctx) => {
    const email = readEmail(ctx.request.body);
    const address = getNetworkAddress(ctx.request.ip);
    // A hash, because it has a fixed length and because the email is then not stored in memory.
    const account = createHash('sha256').update(email).digest('base64url');
    rejectWhileBlocked(
      ctx,
      Math.max(byAddress.remainingBlockMs(address), byAccount.remainingBlockMs(account)),
      'Several links were asked for already: look into your mailbox.',
    );
    byAddress.add(address);
    byAccount.add(account);
    ctx.res.once('close', () => void mailPasswordLink(strapi, email));
    ctx.status = 204;
  };
}

/** Answers requests for a link when the CMS sends no mail. */
const rejectRequests: Core.MiddlewareHandler = async () => {
  throw new errors.NotFoundError(
    'No e-mail goes out from here: whoever looks after the site gives you a link to choose a new password, with “npm run password”.',
  );
};

/**
 * Sends links by e-mail to users who have forgotten their password, if there is an SMTP server. `/password-mail` tells
 * the admin, which is built before that is known, whether there is one.
 * @throws Error when Strapi no longer has the route
 */
export function mailPasswordLinks(strapi: Core.Strapi): void {
  const isEnabled = readSmtpUrl() !== undefined;
  const route = findRoute(strapi, 'admin', 'POST', '/forgot-password');
  replaceMiddlewares(route, [isEnabled ? answerRequests(strapi) : rejectRequests]);
  addPublicRoute(strapi, '/password-mail', () => ({ isEnabled }));
}
