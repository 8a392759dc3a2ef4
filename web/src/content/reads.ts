import { recordIds } from './content.ts';
import { blocks, dishes, drinkList, siteName, tabNames } from './strapi.ts';

/** A page longer than any list, in place of Strapi's 25. */
const everything = 'pagination[pageSize]=100000&pagination[withCount]=false';

/**
 * Every read the site makes: one request for each content type. `path` is the same on the site and on the CMS, `query` is
 * what the site's server asks the CMS with, `parse` turns a good answer into what the pages get and throws ReadError on
 * any other.
 */
export const reads = {
  siteName: { path: '/api/website-name', query: 'populate=logo', parse: siteName },
  tabs: { path: '/api/website-tabs', query: everything, parse: tabNames(recordIds.tabs) },
  home: { path: '/api/homepages', query: `populate=images&${everything}`, parse: blocks(recordIds.home) },
  menuHeadings: { path: '/api/menu-headers', query: everything, parse: blocks(recordIds.menuHeadings) },
  appetizers: { path: '/api/menu-appetizers', query: everything, parse: dishes('appName') },
  entrees: { path: '/api/menu-entrees', query: everything, parse: dishes('entreeName') },
  sides: { path: '/api/menu-sides', query: everything, parse: dishes('sideName') },
  softDrinks: { path: '/api/menu-soft-drinks', query: 'populate=drinks', parse: drinkList('drinkName') },
  alcohol: { path: '/api/menu-alcohol', query: 'populate=drinks', parse: drinkList('alcoholName') },
  services: {
    path: '/api/servicespages',
    query: `populate=images&${everything}`,
    parse: blocks(recordIds.services),
  },
  contact: { path: '/api/contactpages', query: everything, parse: blocks(recordIds.contact) },
} as const;

export type ReadName = keyof typeof reads;

/** What the pages get of a read. */
export type Words<Name extends ReadName> = ReturnType<(typeof reads)[Name]['parse']>;

/** The words of a page's reads by name: `undefined` for one that is not the page's, or not to be had. */
export type PageWords = { [Name in ReadName]?: Words<Name> | undefined };
