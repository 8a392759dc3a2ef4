import type { Core } from '@strapi/strapi';

/** Ends all sessions of an account. */
export const endSessions = (strapi: Core.Strapi, userId: number): Promise<void> =>
  strapi.sessionManager('admin').invalidateRefreshToken(String(userId));

/**
 * Deletes what is left of an account's ended sign-ins: Strapi accepts the access token of a renewed session as long as its row
 * exists.
 */
export async function deleteEndedSessions({ db }: Core.Strapi, userId: number): Promise<void> {
  const sessions = db.query('admin::session');
  const rows = await sessions.findMany({ where: { userId: String(userId), origin: 'admin' } });
  const nameSignIn = ({ deviceId, absoluteExpiresAt }: (typeof rows)[number]) =>
    `${deviceId} ${absoluteExpiresAt}`;
  const active = new Set(rows.filter(({ status }) => status === 'active').map(nameSignIn));
  const ended = rows.filter((row) => !active.has(nameSignIn(row)));
  await sessions.deleteMany({ where: { id: { $in: ended.map(({ id }) => id) } } });
}

/** Whether a token of the header `Authorization` belongs to a session of the admin. */
export const isAccessToken = (strapi: Core.Strapi, token: string): boolean =>
  strapi.sessionManager('admin').validateAccessToken(token).isValid;

/** Returns the id of the session that sent the present request; `undefined` without one, as for a token of a script. */
export const findSessionId = (strapi: Core.Strapi): string | undefined =>
  strapi.requestContext.get()?.state.session?.id;

/**
 * Finds the account that is still signed in with a session of the admin, with its roles, also after Strapi has renewed the session:
 * then the session's row stays, and the sign-in has a newer, active row.
 */
export async function findSignedInUser(
  { db }: Core.Strapi,
  sessionId: string,
): Promise<{ id: number } | undefined> {
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
