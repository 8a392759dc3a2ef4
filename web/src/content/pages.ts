import type { Block, TabNames } from './content.ts';
import type { PageContent, QueryName } from './queries.ts';

/** One of the site's pages; `routes.ts` adds the React component. */
export interface SitePage {
  id: 'home' | 'menu' | 'services' | 'contact';
  /** The canonical path, which the sitemap lists. */
  path: string;
  /** A second path of the same page; where there is one, the navigation links to it. */
  alias?: string;
  /** The tab record whose name labels the links to the page. */
  tab: keyof TabNames;
  /** Finds the record with the page's heading and description; `undefined` when its content is unavailable. */
  findRecord: (content: PageContent) => Block | undefined;
  /** The queries whose content the page shows, those of the frame included. */
  queries: readonly QueryName[];
}

/** The queries of the frame: header, navigation and footer, which every page shows. */
export const frameQueries = ['siteName', 'tabs', 'contact'] as const;

export const homePage: SitePage = {
  id: 'home',
  path: '/',
  alias: '/home',
  tab: 'tab-home',
  findRecord: ({ home }) => home?.['home-main'],
  queries: [...frameQueries, 'home'],
};

export const menuPage: SitePage = {
  id: 'menu',
  path: '/menu',
  tab: 'tab-menu',
  findRecord: ({ menuHeadings }) => menuHeadings?.['menu-main'],
  queries: [...frameQueries, 'menuHeadings', 'appetizers', 'entrees', 'sides', 'softDrinks', 'alcohol'],
};

export const servicesPage: SitePage = {
  id: 'services',
  path: '/services',
  tab: 'tab-services',
  findRecord: ({ services }) => services?.['services-main'],
  queries: [...frameQueries, 'services'],
};

export const contactPage: SitePage = {
  id: 'contact',
  path: '/contact',
  tab: 'tab-contact',
  findRecord: ({ contact }) => contact?.['contact-main'],
  queries: frameQueries,
};

/** All pages, in the order in which navigation, footer and sitemap list them. */
export const pages: readonly SitePage[] = [homePage, menuPage, servicesPage, contactPage];
