import type { Core } from '@strapi/strapi';
import { siteUrl } from '../environment/settings';

/** Leads `/site` to the website, for links in the admin: that is built before the site's address is known. */
export function linkToSite(strapi: Core.Strapi): void {
  const address = siteUrl();
  strapi.server.routes([
    {
      method: 'GET',
      path: '/site',
      handler: (context: { redirect(to: string): void }) => context.redirect(address),
      config: { auth: false },
    },
  ]);
}
