import type { ComponentType } from 'react';
import { fetchIcons } from './components/Icon.tsx';
import type { PageTime } from './content/content.ts';
import { frameQueries, pages, type SitePage } from './content/pages.ts';
import type { QueryName } from './content/queries.ts';
import { AllergenSheet } from './pages/AllergenSheet.tsx';
import { Contact } from './pages/Contact.tsx';
import { NotFound } from './pages/ErrorPages.tsx';
import { Home } from './pages/Home.tsx';
import { Menu } from './pages/Menu.tsx';
import { Services } from './pages/Services.tsx';

interface PageScript {
  Page: ComponentType<PageTime>;
  /** What is printed after the page, on sheets of its own. */
  Sheet?: ComponentType<PageTime>;
  /** Fetches the scripts that the page needs beyond the application's own. */
  fetchScript?: () => Promise<unknown>;
}

/** A path of the site with its page. */
export interface SiteRoute extends PageScript {
  path: string;
  /** The page's canonical path, when `path` is its alias. */
  canonical?: string;
  findRecord?: SitePage['findRecord'];
  /** The queries whose content the page shows, those of the frame included. */
  queries: readonly QueryName[];
}

const pageScripts: Record<SitePage['id'], PageScript> = {
  home: { Page: Home },
  menu: { Page: Menu, Sheet: AllergenSheet },
  services: { Page: Services, fetchScript: fetchIcons },
  contact: { Page: Contact, fetchScript: fetchIcons },
};

/** The routes of all pages and their aliases. */
export const routes: readonly SiteRoute[] = pages.flatMap(({ id, path, alias, findRecord, queries }) => {
  const route: SiteRoute = { path, findRecord, queries, ...pageScripts[id] };
  return alias ? [route, { ...route, path: alias, canonical: path }] : [route];
});

/** The route of every unknown path. */
export const notFoundRoute: SiteRoute = { path: '*', Page: NotFound, queries: frameQueries };

/** Decodes a path, except for characters with a meaning in URLs; returns `undefined` when it is malformed. */
function decodePath(pathname: string): string | undefined {
  try {
    return decodeURI(pathname);
  } catch {
    return undefined;
  }
}

/**
 * Finds the route of a path, for server and browser. The path may be percent-encoded, in capitals as printed codes are, and have
 * slashes too many.
 */
export function findRoute(pathname: string): SiteRoute {
  const path = decodePath(pathname)
    ?.toLowerCase()
    .replace(/\/+/g, '/')
    .replace(/(.)\/$/, '$1');
  return routes.find((route) => route.path === path) ?? notFoundRoute;
}
