import type { Core } from '@strapi/strapi';

/** What Strapi lets every account of the admin do, and the permission that it should ask for. */
const OPEN = [
  {
    plugin: 'content-manager',
    method: 'PUT',
    path: '/components/:uid/configuration',
    permission: 'plugin::content-manager.components.configure-layout',
  },
  { plugin: 'email', method: 'POST', path: '/', permission: 'plugin::email.settings.read' },
  { plugin: 'i18n', method: 'PUT', path: '/settings', permission: 'plugin::i18n.locale.update' },
] as const;

/**
 * Closes to the owner the few routes of the admin that Strapi itself leaves open to everyone who is signed in.
 * @throws Error when Strapi has no such route any more
 */
export function restrictAdminRoutes(strapi: Core.Strapi): void {
  for (const { plugin, method, path, permission } of OPEN) {
    const { routes } = strapi.plugin(plugin);
    const ofAdmin = Array.isArray(routes) ? routes : routes.admin?.routes;
    const route = ofAdmin?.find((candidate) => candidate.method === method && candidate.path === path);
    if (!route) throw new Error(`Strapi has no route ${method} ${path} of ${plugin} to close.`);
    const policy = { name: 'admin::hasPermissions', config: { actions: [permission] } };
    route.config = { ...route.config, policies: [...(route.config?.policies ?? []), policy] };
  }
}
