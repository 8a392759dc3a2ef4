import type { Core } from '@strapi/strapi';
import { readSiteUrl } from '../environment/settings';

/** Redirects `/site` to the website, for links in the admin, which is built before the site's URL is known. */
export function redirectToSite(strapi: Core.Strapi): void {
  const url = readSiteUrl();
  strapi.server.routes([
    {
      method: 'GET',
      path: '/site',
      handler: (context: { redirect(url: string): void }) => context.redirect(url),
      config: { auth: false },
    },
  ]);
}
