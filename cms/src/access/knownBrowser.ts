import { createHash } from 'node:crypto';
import { ExpiringTokens } from '../environment/expiringTokens';
import type { Context } from '../strapi/routes';

const LIFETIME_MS = 365 * 24 * 60 * 60 * 1000;

const tokens = new ExpiringTokens('known browser', LIFETIME_MS);

/** Returns the name of an account's cookie: each account has its own, because several may use one browser. */
const getCookieName = (email: string) =>
  `known_browser_${createHash('sha256').update(email).digest('hex').slice(0, 16)}`;

/** Sets the cookie that marks this browser as known to an account. */
export function markKnownBrowser({ cookies, request }: Context, email: string): void {
  cookies.set(getCookieName(email), tokens.create(email), {
    httpOnly: true,
    sameSite: 'strict',
    path: '/admin',
    maxAge: LIFETIME_MS,
    secure: request.secure,
    // The cookie needs no signature of its own, because the token has one.
    signed: false,
  });
}

/** Whether a user has signed in to an account from this browser before. */
export const isKnownBrowser = ({ cookies }: Context, email: string): boolean =>
  tokens.isValid(cookies.get(getCookieName(email), { signed: false }), email);
