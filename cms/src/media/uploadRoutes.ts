import type { Core } from '@strapi/strapi';

/**
 * The routes of the upload plugin.
 * @throws Error if the plugin has no routes for this API: middlewares added to them would silently never run
 */
export function listUploadRoutes(strapi: Core.Strapi, api: 'admin' | 'content-api'): Core.Route[] {
  const { routes } = strapi.plugin('upload');
  // An array means one router for all APIs, which this plugin does not use.
  const router = Array.isArray(routes) ? undefined : routes[api];
  if (!router) throw new Error(`Strapi's upload plugin has no ${api} routes.`);
  return router.routes;
}

/** Adds a middleware to a route, after its existing middlewares. */
export function addMiddleware(route: Core.Route, middleware: Core.MiddlewareHandler): void {
  route.config = { ...route.config, middlewares: [...(route.config?.middlewares ?? []), middleware] };
}
