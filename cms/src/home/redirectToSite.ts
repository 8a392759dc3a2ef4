import type { Core } from '@strapi/strapi';
import { readSiteUrl } from '../environment/settings';

/** Redirects `/site` and `/site/menu` to the website, for links in the admin, which is built before the site's URL is known. */
export function redirectToSite(strapi: Core.Strapi): void {
  const url = readSiteUrl();
  const targets = { '/site': url, '/site/menu': new URL('/menu', url).href };
  strapi.server.routes(
    Object.entries(targets).map(([path, target]) => ({
      method: 'GET' as const,
      path,
      handler: (context: { redirect(url: string): void }) => context.redirect(target),
      config: { auth: false },
    })),
  );
}
