import type { Core } from '@strapi/strapi';

/**
 * The routes of the upload plugin.
 * @throws Error when the plugin has none for this API: a check added to them would otherwise be lost
 *   unnoticed
 */
export function listUploadRoutes(strapi: Core.Strapi, api: 'admin' | 'content-api'): Core.Route[] {
  const { routes } = strapi.plugin('upload');
  const router = Array.isArray(routes) ? undefined : routes[api];
  if (!router) throw new Error(`Strapi's upload plugin has no ${api} routes.`);
  return router.routes;
}

/** Adds a middleware to a route, after the route's own ones. */
export function addMiddleware(route: Core.Route, middleware: Core.MiddlewareHandler): void {
  route.config = { ...route.config, middlewares: [...(route.config?.middlewares ?? []), middleware] };
}
