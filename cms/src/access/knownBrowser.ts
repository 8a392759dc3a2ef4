import { createHash } from 'node:crypto';
import type { Core } from '@strapi/strapi';
import { ExpiringTokens } from './expiringTokens';

type Context = Parameters<Core.MiddlewareHandler>[0];

const LIFETIME_MS = 365 * 24 * 60 * 60 * 1000;

const tokens = new ExpiringTokens('known browser', LIFETIME_MS);

/** Each account has a cookie of its own, because a browser may be used for several. */
const cookieName = (email: string) =>
  `known_browser_${createHash('sha256').update(email).digest('hex').slice(0, 16)}`;

/** Remembers in the browser that somebody has signed in there to an account. */
export function markKnownBrowser({ cookies, request }: Context, email: string): void {
  cookies.set(cookieName(email), tokens.create(email), {
    httpOnly: true,
    sameSite: 'strict',
    path: '/admin',
    maxAge: LIFETIME_MS,
    secure: request.secure,
    // The value is signed already.
    signed: false,
  });
}

/** Whether somebody has signed in to an account from this browser before. */
export const isKnownBrowser = ({ cookies }: Context, email: string): boolean =>
  tokens.isValid(cookies.get(cookieName(email), { signed: false }), email);
