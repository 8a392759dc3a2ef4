import type { Core } from '@strapi/strapi';
import { addMiddlewares, findRoute, removeRoutes, requirePermission } from '../strapi/routes';
import { dropWebhooks } from '../strapi/server';

/** Admin routes that Strapi allows to every signed-in user, and the permission that each requires instead: the owner has none of them. */
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

/** Omits the random ids of devices, by which the admin would name those that Strapi doesn't recognize. */
const omitDeviceIds: Core.MiddlewareHandler = async (ctx, next) => {
  await next();
  for (const session of ctx.body?.data ?? []) delete session.deviceId;
};

/**
 * Restricts what the admin's own routes allow and tell, and removes what makes the CMS connect to an address that an account has
 * typed, which could be one of the operator's own network: pictures by web address, and webhooks. Webhooks of an earlier version stay
 * in the database and are not sent.
 * @throws MissingPartError when Strapi no longer has one of these routes
 */
export function restrictAdminRoutes(strapi: Core.Strapi): void {
  for (const { plugin, method, path, permission } of UNRESTRICTED_ROUTES)
    requirePermission(findRoute(strapi, plugin, method, path), permission);
  addMiddlewares(findRoute(strapi, 'admin', 'GET', '/users/me/sessions'), { before: [omitDeviceIds] });
  removeRoutes(strapi, 'upload', '/actions/upload-from-urls');
  removeRoutes(strapi, 'admin', '/webhooks');
  dropWebhooks(strapi, (name) =>
    strapi.log.warn(`The webhook “${name}” is not sent any more: this version has no webhooks.`),
  );
}
