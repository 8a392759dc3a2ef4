import { createHash, randomUUID } from 'node:crypto';
import type { Core } from '@strapi/strapi';
import { getDeviceName } from '@strapi/utils';
import { ExpiringTokens } from '../environment/expiringTokens';
import { readRestoreId } from '../site/restoreId';
import type { Context } from '../strapi/routes';

const LIFETIME_MS = 365 * 24 * 60 * 60 * 1000;

const tokens = new ExpiringTokens('known browser', LIFETIME_MS);

/** Returns the name of an account's cookie: each account has its own, because several may use one browser. */
const getCookieName = (email: string) =>
  `known_browser_${createHash('sha256').update(email).digest('hex').slice(0, 16)}`;

/** Describes a browser roughly, such as `Chrome on Windows`. */
export const describeBrowser = ({ request }: Context): string =>
  getDeviceName(request.headers['user-agent']) ?? 'unknown';

/** Opens the value that changes when the known browsers of an account end. */
const openEnd = (strapi: Core.Strapi, email: string) =>
  strapi.store({ type: 'app', name: 'known_browsers', key: getCookieName(email) });

/**
 * Returns what the cookies of an account are signed for. A restore brings the stored value of the backup back, so it ends them too.
 * The email alone, as in versions up to 1.12, until one of both has happened.
 */
export async function readSubject(strapi: Core.Strapi, email: string): Promise<string> {
  const values = [email, await readRestoreId(strapi), await openEnd(strapi, email).get()];
  return values.filter(Boolean).join(' ');
}

/**
 * Sets the cookie that marks this browser as known to an account.
 * @param subject what the cookie is signed for; by default what is valid now
 */
export async function markKnownBrowser(
  strapi: Core.Strapi,
  { cookies, request }: Context,
  email: string,
  subject?: string,
): Promise<void> {
  cookies.set(getCookieName(email), tokens.create(subject ?? (await readSubject(strapi, email))), {
    httpOnly: true,
    sameSite: 'strict',
    path: '/admin',
    maxAge: LIFETIME_MS,
    secure: request.secure,
    // The cookie needs no signature of its own, because the token has one.
    signed: false,
  });
}

/** Whether a user has signed in to an account from this browser before, and has not signed out everywhere since. */
export const isKnownBrowser = async (
  strapi: Core.Strapi,
  { cookies }: Context,
  email: string,
): Promise<boolean> =>
  tokens.isValid(cookies.get(getCookieName(email), { signed: false }), await readSubject(strapi, email));

/** Makes all browsers new to an account. */
export const endKnownBrowsers = (strapi: Core.Strapi, email: string): Promise<void> =>
  openEnd(strapi, email).set({ value: randomUUID() });
