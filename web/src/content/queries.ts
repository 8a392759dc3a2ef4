import { recordIds } from './content.ts';
import { blocks, dishes, drinkList, siteName, tabNames } from './strapi.ts';

/** A page longer than any list, in place of Strapi's 25. */
const ALL_RECORDS = 'pagination[pageSize]=100000&pagination[withCount]=false';

/**
 * Every read the site makes: one request for each content type. `path` is the same on the site and on the CMS, `query` is
 * what the site's server asks the CMS with, `parse` turns a good answer into what the pages get and throws ReadError on
 * any other.
 */
export const queries = {
  siteName: { path: '/api/website-name', query: 'populate=logo', parse: siteName },
  tabs: { path: '/api/website-tabs', query: ALL_RECORDS, parse: tabNames(recordIds.tabs) },
  home: { path: '/api/homepages', query: `populate=images&${ALL_RECORDS}`, parse: blocks(recordIds.home) },
  menuHeadings: { path: '/api/menu-headers', query: ALL_RECORDS, parse: blocks(recordIds.menuHeadings) },
  appetizers: { path: '/api/menu-appetizers', query: ALL_RECORDS, parse: dishes('appName') },
  entrees: { path: '/api/menu-entrees', query: ALL_RECORDS, parse: dishes('entreeName') },
  sides: { path: '/api/menu-sides', query: ALL_RECORDS, parse: dishes('sideName') },
  softDrinks: { path: '/api/menu-soft-drinks', query: 'populate=drinks', parse: drinkList('drinkName') },
  alcohol: { path: '/api/menu-alcohol', query: 'populate=drinks', parse: drinkList('alcoholName') },
  services: {
    path: '/api/servicespages',
    query: `populate=images&${ALL_RECORDS}`,
    parse: blocks(recordIds.services),
  },
  contact: { path: '/api/contactpages', query: ALL_RECORDS, parse: blocks(recordIds.contact) },
} as const;

export type QueryName = keyof typeof queries;

/** What the pages get of a read. */
export type Content<Name extends QueryName> = ReturnType<(typeof queries)[Name]['parse']>;

/** The words of a page's reads by name: `undefined` for one that is not the page's, or not to be had. */
export type PageContent = { [Name in QueryName]?: Content<Name> | undefined };
