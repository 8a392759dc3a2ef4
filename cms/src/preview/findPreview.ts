import type { Core } from '@strapi/strapi';
import type { Account } from '../permissions/entryPermissions';
import { type PreviewAccess, readPreviewToken } from './previewToken';

/** The request header that contains a preview token; web/src/content/previewRequests.ts has the same. */
export const PREVIEW_TOKEN_HEADER = 'x-preview-token';

/** A preview, and the account that has opened it. */
export interface Preview extends PreviewAccess {
  user: Account['user'];
}

/**
 * Finds the account that is still signed in with a session of the admin, with its roles, also after Strapi has renewed the session:
 * then the session's row stays, and the sign-in has a newer, active row.
 */
async function findSignedIn({ db }: Core.Strapi, sessionId: string): Promise<Account['user'] | undefined> {
  const sessions = db.query('admin::session');
  const session = await sessions.findOne({ where: { sessionId, origin: 'admin' } });
  if (!session) return undefined;
  const { userId, deviceId, absoluteExpiresAt } = session;
  const signIn = { userId, deviceId, absoluteExpiresAt, origin: 'admin' };
  const active = await sessions.count({
    where: { ...signIn, status: 'active', expiresAt: { $gt: new Date() } },
  });
  if (!active) return undefined;
  const users = db.query('admin::user');
  return (await users.findOne({ where: { id: userId, isActive: true }, populate: ['roles'] })) ?? undefined;
}

/**
 * Finds what the preview that sent a request may read; `undefined` when its token is not valid, or when the sign-in that
 * opened it has ended.
 */
export async function findPreview(
  strapi: Core.Strapi,
  headers: Record<string, unknown>,
): Promise<Preview | undefined> {
  const access = readPreviewToken(headers[PREVIEW_TOKEN_HEADER]);
  const user = access && (await findSignedIn(strapi, access.sessionId));
  return user && { ...access, user };
}
