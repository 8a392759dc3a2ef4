import { newPreviewToken } from '../access/previewToken';
import { siteUrl } from '../environment/settings';

/** The page of the site on which the records of each content type are. */
const PAGES: Record<string, string> = {
  'website-name': '/',
  'website-tab': '/',
  homepage: '/',
  'menu-header': '/menu',
  'menu-appetizer': '/menu',
  'menu-entree': '/menu',
  'menu-side': '/menu',
  'menu-soft-drinks': '/menu',
  'menu-alcohol': '/menu',
  servicespage: '/services',
  contactpage: '/contact',
};

interface Shown {
  documentId: string;
  status: string;
}

/** Strapi's preview: the real site, opened on the page and at the place of the record that is edited. */
export function sitePreview() {
  const site = siteUrl();
  return {
    enabled: true,
    config: {
      allowedOrigins: [new URL(site).origin],
      handler(uid: string, { documentId, status }: Shown): string | undefined {
        const page = PAGES[uid.replace(/^api::.*\./, '')];
        if (page === undefined) return undefined;
        const url = new URL(page, site);
        const place = encodeURIComponent(documentId);
        // A fragment is sent to no server and kept in no log.
        url.hash = status === 'published' ? place : `preview=${newPreviewToken()}&at=${place}`;
        return url.href;
      },
    },
  };
}
