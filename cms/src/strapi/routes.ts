import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { isRecord } from '../shared/isRecord';
import { MissingPartError } from './parts';

/** The context of a request. */
export type Context = Parameters<Core.MiddlewareHandler>[0];

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** A change that does not fit to what somebody else has changed; its message is a sentence for the owner. */
export class ConflictError extends errors.ApplicationError {}

/** A change that an account may not make; its message is a sentence for the owner, which Strapi omits from a ForbiddenError. */
export class NotAllowedError extends errors.ApplicationError {}

/**
 * Adds a route for signed-in accounts to the admin. No cache stores its responses. It answers a ConflictError with 409 and a
 * NotAllowedError with 403.
 * @param respond returns the body of the response, or has set it; `values` are those in the body of the request, none of one that is
 *   no object
 * @param permission what the account must be allowed; without it, the route is for every account
 */
export function addAdminRoute(
  strapi: Core.Strapi,
  method: Method,
  path: string,
  respond: (context: Context, values: Record<string, unknown>) => unknown,
  permission?: string,
): void {
  const handler = async (context: Context) => {
    context.set('cache-control', 'no-store');
    const { body } = context.request;
    try {
      return await respond(context, isRecord(body) ? body : {});
    } catch (error) {
      if (error instanceof ConflictError) return context.conflict(error.message, error.details);
      if (error instanceof NotAllowedError) return context.forbidden(error.message);
      throw error;
    }
  };
  const config = { policies: ['admin::isAuthenticatedAdmin'] };
  const route: Core.Route = { method, path, info: { type: 'admin' }, handler, config };
  if (permission) requirePermission(route, permission);
  strapi.server.routes({ type: 'admin', routes: [route] });
}

/** Adds a route that answers everyone, beside the admin or below `/api`. */
export function addPublicRoute(
  strapi: Core.Strapi,
  path: string,
  handler: (context: Context) => unknown,
  type?: 'content-api',
): void {
  const route = { method: 'GET' as const, path, handler, config: { auth: false as const } };
  strapi.server.routes(type ? { type, routes: [{ ...route, info: { type } }] } : [route]);
}

/** Lists the routes of Strapi's admin, or those of a plugin for the admin; the list itself, so that routes can be removed. */
function listRouteLists(strapi: Core.Strapi, plugin: string): Core.Route[][] {
  if (plugin === 'admin') return [strapi.admin.routes.admin?.routes ?? []];
  const { routes } = strapi.plugin(plugin);
  // A plugin has one router, or several by name, such as one for each feature.
  if (Array.isArray(routes)) return [routes];
  return Object.values(routes)
    .filter((router) => !('type' in router && router.type === 'content-api'))
    .map((router) => router.routes);
}

/**
 * Finds a route of Strapi's admin, or of a plugin for the admin. What is changed in its `config` before Strapi starts, its
 * middlewares and policies, applies to its requests.
 * @param plugin `admin`, or the name of a plugin
 * @throws MissingPartError when Strapi has no such route
 */
export function findRoute(strapi: Core.Strapi, plugin: string, method: Method, path: string): Core.Route {
  const route = listRouteLists(strapi, plugin)
    .flat()
    .find((candidate) => candidate.method === method && candidate.path === path);
  if (!route) throw new MissingPartError('findRoute', `the route ${method} ${path} of ${plugin}`);
  return route;
}

/**
 * Lists the routes of the media library.
 * @throws MissingPartError when it has none for this API, because middlewares added to none would never run
 */
export function listUploadRoutes(strapi: Core.Strapi, api: 'admin' | 'content-api'): Core.Route[] {
  const { routes } = strapi.plugin('upload');
  // A plugin with one router for all APIs has an array here; the upload plugin has one router for each API.
  const router = Array.isArray(routes) ? undefined : routes[api];
  if (!router) throw new MissingPartError('listUploadRoutes', `the list ${api}`);
  return router.routes;
}

/** Adds middlewares to a route, before or after its own. */
export function addMiddlewares(
  route: Core.Route,
  { before = [], after = [] }: Partial<Record<'before' | 'after', Core.MiddlewareHandler[]>>,
): void {
  const middlewares = [...before, ...(route.config?.middlewares ?? []), ...after];
  route.config = { ...route.config, middlewares };
}

/** Makes middlewares take the place of those that Strapi gives a route by their names, such as its own rate limit. */
export function replaceMiddlewares(route: Core.Route, middlewares: Core.MiddlewareHandler[]): void {
  const existing = route.config?.middlewares ?? [];
  const first = existing.findIndex((middleware) => typeof middleware === 'string');
  const place = first === -1 ? existing.length : first;
  const kept = (list: typeof existing) => list.filter((middleware) => typeof middleware !== 'string');
  route.config = {
    ...route.config,
    middlewares: [...kept(existing.slice(0, place)), ...middlewares, ...kept(existing.slice(place))],
  };
}

/** Requires a permission for a route that Strapi allows to every signed-in account. */
export function requirePermission(route: Core.Route, permission: string): void {
  const policy = { name: 'admin::hasPermissions', config: { actions: [permission] } };
  route.config = { ...route.config, policies: [...(route.config?.policies ?? []), policy] };
}

/**
 * Removes the routes with a path, and those below it.
 * @param plugin `admin`, or the name of a plugin
 * @throws MissingPartError when there is none, because Strapi could have it under another path
 */
export function removeRoutes(strapi: Core.Strapi, plugin: string, prefix: string): void {
  let isRemoved = false;
  for (const routes of listRouteLists(strapi, plugin)) {
    const kept = routes.filter(({ path }) => path !== prefix && !path.startsWith(`${prefix}/`));
    isRemoved ||= kept.length < routes.length;
    routes.splice(0, routes.length, ...kept);
  }
  if (!isRemoved) throw new MissingPartError('removeRoutes', `the route ${prefix} of ${plugin}`);
}
