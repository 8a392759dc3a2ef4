import type { Core } from '@strapi/strapi';
import { type PreviewAccess, readPreviewToken } from './previewToken';

/** The request header that contains a preview token; web/src/content/previewRequests.ts has the same. */
export const PREVIEW_TOKEN_HEADER = 'x-preview-token';

/**
 * Whether somebody is still signed in with a session of the admin, also after Strapi has renewed the session: then the
 * session's row stays, and the sign-in has a newer, active row.
 */
async function isSignedIn({ db }: Core.Strapi, sessionId: string): Promise<boolean> {
  const sessions = db.query('admin::session');
  const session = await sessions.findOne({ where: { sessionId, origin: 'admin' } });
  if (!session) return false;
  const { userId, deviceId, absoluteExpiresAt } = session;
  const signIn = { userId, deviceId, absoluteExpiresAt, origin: 'admin' };
  const active = await sessions.count({
    where: { ...signIn, status: 'active', expiresAt: { $gt: new Date() } },
  });
  if (!active) return false;
  return (await db.query('admin::user').count({ where: { id: userId, isActive: true } })) > 0;
}

/**
 * Finds what the preview that sent a request may read; `undefined` when its token is not valid, or when the sign-in that
 * opened it has ended.
 */
export async function findPreview(
  strapi: Core.Strapi,
  headers: Record<string, unknown>,
): Promise<PreviewAccess | undefined> {
  const access = readPreviewToken(headers[PREVIEW_TOKEN_HEADER]);
  return access && (await isSignedIn(strapi, access.sessionId)) ? access : undefined;
}
