import type { parsers } from './parsers.ts';

/**
 * All media fields and components. Strapi rejects a query that names a field which its version does not have; with this query
 * every version of the site gets a response from every version of the CMS.
 */
const ALL_FIELDS = 'populate=*';
/** A page size above any list's length, because Strapi's default is 25. */
const ALL_RECORDS = 'pagination[pageSize]=100000&pagination[withCount]=false';

/**
 * All queries, one for each content type. The site and the CMS have them at the same `path`; the site's server adds `query`
 * when it asks the CMS. `parsers` has a parser for the response to each.
 */
export const queries = {
  siteName: { path: '/api/website-name', query: ALL_FIELDS },
  tabs: { path: '/api/website-tabs', query: ALL_RECORDS },
  home: { path: '/api/homepages', query: `${ALL_FIELDS}&${ALL_RECORDS}` },
  menuHeadings: { path: '/api/menu-headers', query: ALL_RECORDS },
  appetizers: { path: '/api/menu-appetizers', query: ALL_RECORDS },
  entrees: { path: '/api/menu-entrees', query: ALL_RECORDS },
  sides: { path: '/api/menu-sides', query: ALL_RECORDS },
  softDrinks: { path: '/api/menu-soft-drinks', query: `${ALL_FIELDS}&${ALL_RECORDS}` },
  alcohol: { path: '/api/menu-alcohol', query: `${ALL_FIELDS}&${ALL_RECORDS}` },
  services: { path: '/api/servicespages', query: `${ALL_FIELDS}&${ALL_RECORDS}` },
  contact: { path: '/api/contactpages', query: `${ALL_FIELDS}&${ALL_RECORDS}` },
} as const;

export type QueryName = keyof typeof queries;

/** The content that a query returns. */
export type Content<Name extends QueryName> = ReturnType<(typeof parsers)[Name]>;

/** Content by query; `undefined` for a query that the page does not use or whose content is unavailable. */
export type PageContent = { [Name in QueryName]?: Content<Name> | undefined };
