import type { Core } from '@strapi/strapi';
import { listUploadRoutes } from '../strapi/uploadRoutes';

/**
 * Removes routes from a list.
 * @throws Error when there is none with this path, because Strapi could have it under another one
 */
function removeRoutes(routes: Core.Route[], prefix: string): void {
  const kept = routes.filter(({ path }) => path !== prefix && !path.startsWith(`${prefix}/`));
  if (kept.length === routes.length) throw new Error(`Strapi has no route ${prefix} to remove.`);
  routes.splice(0, routes.length, ...kept);
}

/**
 * Removes what makes the CMS connect to an address that an account has typed, which could be one of the operator's own
 * network: pictures by web address, and webhooks. Webhooks of an earlier version stay in the database and are not sent.
 * @throws Error when Strapi no longer has one of these routes
 */
export function removeAddressRoutes(strapi: Core.Strapi): void {
  removeRoutes(listUploadRoutes(strapi, 'admin'), '/actions/upload-from-urls');
  removeRoutes(strapi.admin.routes.admin?.routes ?? [], '/webhooks');
  strapi.get('webhookRunner').add = ({ name }: { name: string }) =>
    strapi.log.warn(`The webhook “${name}” is not sent any more: this version has no webhooks.`);
}
