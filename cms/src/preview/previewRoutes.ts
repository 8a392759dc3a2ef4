import type { Core } from '@strapi/strapi';
import { readContentState } from './contentState';
import { findPreview } from './findPreview';

type Context = Parameters<Core.MiddlewareHandler>[0];

/** Adds the route that previews ask every second whether there is something new to show. */
export function addPreviewRoutes(strapi: Core.Strapi): void {
  const sendContentState = async (context: Context) => {
    context.set('cache-control', 'no-store');
    if (!(await findPreview(strapi, context.request.headers))) return context.forbidden();
    context.body = { state: await readContentState(strapi) };
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
}
