import type { Block, TabNames } from './content.ts';
import type { PageContent, QueryName } from './queries.ts';
import type { recordIds } from './recordIds.ts';

type PageRecordQuery = Exclude<keyof typeof recordIds, 'tabs' | 'softDrinks' | 'alcohol'>;

/** The record with a page's heading and description, and the query that returns the record. */
export type PageRecordReference = {
  [Name in PageRecordQuery]: { query: Name; record: (typeof recordIds)[Name][number] };
}[PageRecordQuery];

/** One of the site's pages as plain data; `routes.ts` adds the React component. */
export interface SitePage {
  id: 'home' | 'menu' | 'services' | 'contact';
  /** The canonical path, which the sitemap lists. */
  path: string;
  /** A second path of the same page; where there is one, the navigation links to it. */
  alias?: string;
  /** The tab record whose name labels the links to the page. */
  tab: keyof TabNames;
  pageRecord: PageRecordReference;
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
  pageRecord: { query: 'home', record: 'home-main' },
  queries: [...frameQueries, 'home'],
};

export const menuPage: SitePage = {
  id: 'menu',
  path: '/menu',
  tab: 'tab-menu',
  pageRecord: { query: 'menuHeadings', record: 'menu-main' },
  queries: [...frameQueries, 'menuHeadings', 'appetizers', 'entrees', 'sides', 'softDrinks', 'alcohol'],
};

export const servicesPage: SitePage = {
  id: 'services',
  path: '/services',
  tab: 'tab-services',
  pageRecord: { query: 'services', record: 'services-main' },
  queries: [...frameQueries, 'services'],
};

export const contactPage: SitePage = {
  id: 'contact',
  path: '/contact',
  tab: 'tab-contact',
  pageRecord: { query: 'contact', record: 'contact-main' },
  queries: frameQueries,
};

/** All pages, in the order in which navigation, footer and sitemap list them. */
export const pages: readonly SitePage[] = [homePage, menuPage, servicesPage, contactPage];

/** Returns a page's record; `undefined` when its content is unavailable. */
export function findPageRecord(
  { query, record }: PageRecordReference,
  content: PageContent,
): Block | undefined {
  const blocks: Record<string, Block> | undefined = content[query];
  return blocks?.[record];
}
