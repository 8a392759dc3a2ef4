import type { Core, UID } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { hasPermissions } from '../access/entryPermissions';
import { findContentType, uidOf } from '../content/contentTypes';
import { menuTypes } from '../menu/menuTypes';
import { requireVersion } from './bringBack';
import { describeBringBack } from './describeBringBack';
import { findHeads, type StoredVersion } from './storedVersions';
import { type BringBackAnswer, bringBack, listMenuVersions, listVersions, readVersion } from './versions';

const INFO = { type: 'admin' } as const;

type Context = Parameters<Core.MiddlewareHandler>[0];

/** Whether the account may bring back the versions of a type: each has all fields, and is published. */
const canBringBack = (strapi: Core.Strapi, context: Context, uid: UID.ContentType): boolean =>
  hasPermissions(strapi, context, uid, ['update', 'publish']);

/**
 * Adds the routes with which the admin lists and reads versions and brings one back. The permissions are those of the type: to
 * change its fields and to publish it.
 */
export function addVersionRoutes(strapi: Core.Strapi): void {
  const createRoute = (
    method: 'GET' | 'POST',
    path: string,
    respond: (context: Context) => Promise<object>,
  ) => ({
    method,
    path,
    info: INFO,
    handler: async (context: Context) => {
      context.body = await respond(context);
      context.set('cache-control', 'no-store');
    },
    config: { policies: ['admin::isAuthenticatedAdmin'] },
  });

  /** @throws ForbiddenError unless the account may bring back versions of the type */
  const requirePermission = (context: Context, uid: UID.ContentType) => {
    if (!canBringBack(strapi, context, uid)) throw new errors.ForbiddenError();
  };

  /** @throws NotFoundError with a sentence for the owner, or ForbiddenError */
  const requireAllowed = async (context: Context): Promise<StoredVersion> => {
    const version = await requireVersion(strapi, Number(context.params.id));
    requirePermission(context, version.uid);
    return version;
  };

  strapi.server.routes({
    type: 'admin',
    routes: [
      createRoute('GET', '/versions', async (context) => {
        const [type, documentId] = [context.query.uid, context.query.documentId].map(String);
        const uid = uidOf(type?.split('.').at(-1) ?? '');
        if (uid !== type || !findContentType(uid)) throw new errors.NotFoundError();
        requirePermission(context, uid);
        const versions = await listVersions(strapi, { uid, documentId: documentId ?? '' });
        return describeBringBack(strapi, versions, ['publish', 'unpublish', 'delete']);
      }),
      createRoute('GET', '/versions/menu', async (context) => {
        const uids = menuTypes.map(uidOf).filter((uid) => canBringBack(strapi, context, uid));
        return describeBringBack(strapi, await listMenuVersions(strapi, uids), ['publish']);
      }),
      createRoute('GET', '/versions/:id', async (context) =>
        readVersion(strapi, (await requireAllowed(context)).id),
      ),
      createRoute('POST', '/versions/:id/bring-back', async (context) => {
        const { id, uid, documentId } = await requireAllowed(context);
        const undo = await bringBack(strapi, { id, userId: context.state.user.id });
        const [newest] = undo ? await findHeads(strapi, { uid, documentId }) : [];
        const answer: BringBackAnswer = { undo, change: newest?.kind === 'publish' ? newest.change : '' };
        return answer;
      }),
    ],
  });
}
