import type { Core } from '@strapi/strapi';
import { removeRoutes } from '../strapi/routes';
import { dropWebhooks } from '../strapi/server';

/**
 * Removes what makes the CMS connect to an address that an account has typed, which could be one of the operator's own
 * network: pictures by web address, and webhooks. Webhooks of an earlier version stay in the database and are not sent.
 * @throws MissingPartError when Strapi no longer has one of these routes
 */
export function removeAddressRoutes(strapi: Core.Strapi): void {
  removeRoutes(strapi, 'upload', '/actions/upload-from-urls');
  removeRoutes(strapi, 'admin', '/webhooks');
  dropWebhooks(strapi, (name) =>
    strapi.log.warn(`The webhook “${name}” is not sent any more: this version has no webhooks.`),
  );
}
