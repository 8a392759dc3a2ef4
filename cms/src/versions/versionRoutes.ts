import type { Core, UID } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { hasPermissions } from '../access/entryPermissions';
import { findContentType, uidOf } from '../content/contentTypes';
import { menuTypes } from '../menu/menuTypes';
import { requireVersion } from './bringBack';
import { bringBack, listMenuVersions, listVersions, readVersion } from './versions';

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
  const requireId = async (context: Context): Promise<number> => {
    const { id, uid } = await requireVersion(strapi, Number(context.params.id));
    requirePermission(context, uid);
    return id;
  };

  strapi.server.routes({
    type: 'admin',
    routes: [
      createRoute('GET', '/versions', async (context) => {
        const [type, documentId] = [context.query.uid, context.query.documentId].map(String);
        const uid = uidOf(type?.split('.').at(-1) ?? '');
        if (uid !== type || !findContentType(uid)) throw new errors.NotFoundError();
        requirePermission(context, uid);
        return listVersions(strapi, { uid, documentId: documentId ?? '' });
      }),
      createRoute('GET', '/versions/menu', (context) =>
        listMenuVersions(
          strapi,
          menuTypes.map(uidOf).filter((uid) => canBringBack(strapi, context, uid)),
        ),
      ),
      createRoute('GET', '/versions/:id', async (context) => readVersion(strapi, await requireId(context))),
      createRoute('POST', '/versions/:id/bring-back', async (context) => {
        const id = await requireId(context);
        return { undo: await bringBack(strapi, { id, userId: context.state.user.id }) };
      }),
    ],
  });
}
