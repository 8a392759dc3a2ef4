import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { hasPermissions } from '../access/entryPermissions';
import { readContentState } from '../content/contentState';
import { readVersion } from '../versions/versions';
import { findPreview } from './findPreview';
import { createPreviewUrl } from './previewUrl';

type Context = Parameters<Core.MiddlewareHandler>[0];

/**
 * Adds the route that previews ask every second whether there is something new to show, and the admin's route to the page
 * that shows an earlier version. The permission for that page is to read entries of the type.
 */
export function addPreviewRoutes(strapi: Core.Strapi): void {
  const sendContentState = async (context: Context) => {
    context.set('cache-control', 'no-store');
    if (!(await findPreview(strapi, context.request.headers))) return context.forbidden();
    context.body = { state: await readContentState(strapi) };
  };

  const sendLook = async (context: Context) => {
    const {
      id: versionId,
      uid,
      documentId,
      kind,
      time,
    } = await readVersion(strapi, Number(context.params.id));
    const { session } = context.state;
    if (!session || !hasPermissions(strapi, context, uid, ['read'])) throw new errors.ForbiddenError();
    const label = { [kind === 'unpublish' || kind === 'delete' ? 'until' : 'from']: time };
    // The section of a type's dishes has the type's name in the plural.
    const elementId = documentId ?? `${uid.split('.').at(-1)}s`;
    context.set('cache-control', 'no-store');
    context.body = { url: createPreviewUrl(uid, elementId, { sessionId: session.id, versionId }, label) };
  };

  strapi.server.routes({
    type: 'content-api',
    routes: [
      {
        method: 'GET',
        path: '/preview-state',
        info: { type: 'content-api' },
        handler: sendContentState,
        config: { auth: false },
      },
    ],
  });
  strapi.server.routes({
    type: 'admin',
    routes: [
      {
        method: 'GET',
        path: '/versions/:id/look',
        info: { type: 'admin' },
        handler: sendLook,
        config: { policies: ['admin::isAuthenticatedAdmin'] },
      },
    ],
  });
}
