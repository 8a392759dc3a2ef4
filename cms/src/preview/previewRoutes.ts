import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { requireAllowed, requireSome } from '../permissions/entryPermissions';
import { contentTypes, findContentType } from '../shared/content/contentTypes';
import { PREVIEW_STATE_PATH } from '../shared/requests/siteRequests';
import { readVersion } from '../site/readVersions';
import { requirePlan } from '../site/storedPlans';
import { targetOf } from '../site/storedVersions';
import { readContentState } from '../strapi/contentState';
import { addAdminRoute, addMiddlewares, addPublicRoute, type Context, findRoute } from '../strapi/routes';
import { findSessionId } from '../strapi/sessions';
import { findPreview } from './findPreview';
import { createPreviewUrl } from './previewUrl';

/**
 * Restricts the links of Strapi's preview, which Strapi gives to every signed-in account, to those that may read the entry.
 * @throws Error when Strapi no longer has the route
 */
function restrictPreviewLinks(strapi: Core.Strapi): void {
  const route = findRoute(strapi, 'content-manager', 'GET', '/preview/url/:contentType');
  const requireReadable: Core.MiddlewareHandler = async ({ params, query, state }, next) => {
    const uid = params.contentType;
    const type = findContentType(uid);
    // Strapi's own types have no preview.
    if (!type) return next();
    // For a single type, Strapi ignores the document id of the request.
    const entry = type.kind === 'single' ? await strapi.documents(uid).findFirst() : query;
    await requireAllowed(
      strapi,
      state,
      { uid, actions: ['read'], fields: [] },
      {
        documentId: String(entry?.documentId),
      },
    );
    await next();
  };
  addMiddlewares(route, { after: [requireReadable] });
}

/**
 * Adds the route that previews ask every second whether there is something new to show, and the admin's routes to the page
 * that shows an earlier version or a scheduled change; restricts the links to previews. The permission for both pages is to read the entry.
 */
export function addPreviewRoutes(strapi: Core.Strapi): void {
  restrictPreviewLinks(strapi);

  const sendContentState = async (context: Context) => {
    context.set('cache-control', 'no-store');
    if (!(await findPreview(strapi, context.request.headers))) return context.forbidden();
    context.body = { state: await readContentState(strapi) };
  };

  /** @throws ForbiddenError when the account may read nothing */
  const requireSession = ({ state }: Context): string => {
    requireSome(strapi, state, ['read'], Object.keys(contentTypes));
    // A token for scripts has no session, with which a preview could end.
    const sessionId = findSessionId(strapi);
    if (sessionId === undefined) throw new errors.ForbiddenError();
    return sessionId;
  };

  addAdminRoute(strapi, 'GET', '/schedule/:id/look', async (context) => {
    const sessionId = requireSession(context);
    const { id: changeId, entries, localTime } = await requirePlan(strapi, Number(context.params.id));
    for (const { uid, documentId } of entries)
      await requireAllowed(strapi, context.state, { uid, actions: ['read'] }, { documentId });
    const [first] = entries;
    const access = { sessionId, changeId };
    return { url: first && createPreviewUrl(first.uid, first.documentId, access, { on: localTime }) };
  });

  addAdminRoute(strapi, 'GET', '/versions/:id/look', async (context) => {
    const sessionId = requireSession(context);
    const version = await readVersion(strapi, Number(context.params.id));
    const { id: versionId, uid, documentId, kind, time } = version;
    const { state } = context;
    await requireAllowed(strapi, state, { uid, actions: ['read'] }, targetOf(strapi, version));
    const isRemoval = kind !== 'publish' && kind !== 'order';
    const label = { [isRemoval ? 'until' : 'from']: time };
    return { url: createPreviewUrl(uid, documentId, { sessionId, versionId }, label) };
  });

  // Strapi adds the prefix.
  addPublicRoute(strapi, PREVIEW_STATE_PATH.replace('/api', ''), sendContentState, 'content-api');
}
