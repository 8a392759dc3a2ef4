import type { Core } from '@strapi/strapi';
import { readSiteUrl } from '../environment/settings';
import { addPublicRoute } from '../strapi/routes';

/** Redirects `/site` and `/site/menu` to the website, for links in the admin, which is built before the site's URL is known. */
export function redirectToSite(strapi: Core.Strapi): void {
  const url = readSiteUrl();
  const targets = { '/site': new URL('/', url).href, '/site/menu': new URL('/menu', url).href };
  for (const [path, target] of Object.entries(targets))
    addPublicRoute(strapi, path, (context) => context.redirect(target));
}
