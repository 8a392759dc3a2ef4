import type { Core } from '@strapi/strapi';

/** The context of a request. */
export type Context = Parameters<Core.MiddlewareHandler>[0];

/**
 * Adds a route for signed-in accounts to the admin. No cache stores its responses.
 * @param respond returns the body of the response, or has set it
 */
export function addAdminRoute(
  strapi: Core.Strapi,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  respond: (context: Context) => unknown,
): void {
  const handler = (context: Context) => {
    context.set('cache-control', 'no-store');
    return respond(context);
  };
  const config = { policies: ['admin::isAuthenticatedAdmin'] };
  strapi.server.routes({
    type: 'admin',
    routes: [{ method, path, info: { type: 'admin' }, handler, config }],
  });
}

/**
 * Finds a route for the admin of one of Strapi's plugins.
 * @throws Error when Strapi has no such route
 */
export function findPluginRoute(strapi: Core.Strapi, plugin: string, method: string, path: string) {
  const { routes } = strapi.plugin(plugin);
  // A plugin has one router, or several by name, such as one for each feature.
  const routers = Array.isArray(routes) ? [{ routes }] : Object.values(routes);
  const adminRoutes = routers.filter((router) => !('type' in router && router.type === 'content-api'));
  const route = adminRoutes
    .flatMap((router) => router.routes)
    .find((candidate) => candidate.method === method && candidate.path === path);
  if (!route) throw new Error(`Strapi has no route ${method} ${path} of ${plugin}.`);
  return route;
}

/**
 * Finds a route of Strapi's admin.
 * @throws Error when Strapi has no such route
 */
export function findAdminRoute(strapi: Core.Strapi, method: string, path: string) {
  const routes: Core.Route[] = strapi.admin.routes.admin?.routes ?? [];
  const route = routes.find((candidate) => candidate.method === method && candidate.path === path);
  if (!route) throw new Error(`Strapi has no route ${method} ${path} of the admin.`);
  return route;
}

/** Adds a middleware to a route, after its existing middlewares. */
export function addMiddleware(route: Core.Route, middleware: Core.MiddlewareHandler): void {
  route.config = { ...route.config, middlewares: [...(route.config?.middlewares ?? []), middleware] };
}
