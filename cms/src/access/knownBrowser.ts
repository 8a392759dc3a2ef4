import { createHash } from 'node:crypto';
import type { Core } from '@strapi/strapi';
import { ExpiringTokens } from './expiringTokens';

type Context = Parameters<Core.MiddlewareHandler>[0];

const LIFETIME_MS = 365 * 24 * 60 * 60 * 1000;

const tokens = new ExpiringTokens('known browser', LIFETIME_MS);

/** One cookie for each account, because several accounts may use the same browser. */
const cookieName = (email: string) =>
  `known_browser_${createHash('sha256').update(email).digest('hex').slice(0, 16)}`;

/** Sets the cookie that marks this browser as known to an account. */
export function markKnownBrowser({ cookies, request }: Context, email: string): void {
  cookies.set(cookieName(email), tokens.create(email), {
    httpOnly: true,
    sameSite: 'strict',
    path: '/admin',
    maxAge: LIFETIME_MS,
    secure: request.secure,
    // The token is signed already.
    signed: false,
  });
}

/** Whether a user has signed in to an account from this browser before. */
export const isKnownBrowser = ({ cookies }: Context, email: string): boolean =>
  tokens.isValid(cookies.get(cookieName(email), { signed: false }), email);
