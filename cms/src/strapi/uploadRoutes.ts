import type { Core } from '@strapi/strapi';

/**
 * Returns the routes of the upload plugin.
 * @throws Error when the plugin has no routes for this API, because middlewares added to none would never run
 */
export function listUploadRoutes(strapi: Core.Strapi, api: 'admin' | 'content-api'): Core.Route[] {
  const { routes } = strapi.plugin('upload');
  // A plugin with one router for all APIs has an array here; the upload plugin has one router for each API.
  const router = Array.isArray(routes) ? undefined : routes[api];
  if (!router) throw new Error(`Strapi's upload plugin has no ${api} routes.`);
  return router.routes;
}
