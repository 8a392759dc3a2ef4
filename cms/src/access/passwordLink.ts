import { randomBytes } from 'node:crypto';
import type { Core } from '@strapi/strapi';
import { isInFuture } from '../environment/clock';
import { readAdminUrl } from '../environment/settings';

const HOUR_MS = 60 * 60 * 1000;

/** How long a link is valid: a printed one is handed over by a person, a mailed one was just asked for. */
export const LINK_LIFETIME_MS = { printed: 24 * HOUR_MS, mailed: HOUR_MS };

/**
 * Creates a link to the form of the admin on which a user chooses a password, and what Strapi stores for it. Strapi
 * deletes the token when it is used.
 */
export function createPasswordLink(lifetimeMs: number) {
  const token = randomBytes(20).toString('hex');
  return {
    url: `${readAdminUrl()}/admin/auth/reset-password?code=${token}`,
    token,
    expiresAt: new Date(Date.now() + lifetimeMs),
  };
}

/**
 * Creates a link for an account and stores it, in place of an earlier one.
 * @returns the URL
 */
export async function issuePasswordLink(
  strapi: Core.Strapi,
  userId: number,
  lifetimeMs: number,
): Promise<string> {
  const { url, token, expiresAt } = createPasswordLink(lifetimeMs);
  await strapi.db.query('admin::user').update({
    where: { id: userId },
    data: { resetPasswordToken: token, resetPasswordTokenExpiresAt: expiresAt },
  });
  return url;
}

/** Whether a link is valid for longer than any link: it was made while the clock was ahead. */
export async function isLinkFromFuture(strapi: Core.Strapi, token: string): Promise<boolean> {
  const user = await strapi.db.query('admin::user').findOne({ where: { resetPasswordToken: token } });
  const expiresAt = user?.resetPasswordTokenExpiresAt;
  return Boolean(expiresAt) && isInFuture(new Date(expiresAt).getTime() - LINK_LIFETIME_MS.printed);
}
