import type { Core } from '@strapi/strapi';
import { findRoute, requirePermission } from '../strapi/routes';

/** Admin routes that Strapi allows to every signed-in user, and the permission that each requires instead. */
const UNRESTRICTED_ROUTES = [
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
 * Restricts admin routes that Strapi allows to every signed-in user: they require a permission that the owner
 * doesn't have.
 * @throws Error when Strapi no longer has one of these routes
 */
export function restrictAdminRoutes(strapi: Core.Strapi): void {
  for (const { plugin, method, path, permission } of UNRESTRICTED_ROUTES)
    requirePermission(findRoute(strapi, plugin, method, path), permission);
}
