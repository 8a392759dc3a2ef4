import type { Core } from '@strapi/strapi';

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
