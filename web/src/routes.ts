import type { ComponentType } from 'react';
import { fetchIcons } from './components/Icon.tsx';
import type { QueryName } from './content/queries.ts';
import { Contact } from './pages/Contact.tsx';
import { Home } from './pages/Home.tsx';
import { Menu } from './pages/Menu.tsx';
import { NotFound } from './pages/NotFound.tsx';
import { Services } from './pages/Services.tsx';

/** A page of the site: what it shows, and what it needs to be shown. */
export interface SiteRoute {
  path: string;
  /** The address that search engines know the page by, where that is another. */
  canonical?: string;
  Page: ComponentType;
  /** The reads whose words are on it, the frame's included. */
  queries: readonly QueryName[];
  /** Fetches the script it needs beyond the application's own. */
  fetchScript?: () => Promise<unknown>;
}

const frame = ['siteName', 'tabs', 'contact'] as const;
const home: readonly QueryName[] = [...frame, 'home'];

/** The pages by address. */
export const routes: readonly SiteRoute[] = [
  { path: '/', Page: Home, queries: home },
  { path: '/home', canonical: '/', Page: Home, queries: home },
  {
    path: '/menu',
    Page: Menu,
    queries: [...frame, 'menuHeadings', 'appetizers', 'entrees', 'sides', 'softDrinks', 'alcohol'],
  },
  { path: '/services', Page: Services, queries: [...frame, 'services'], fetchScript: fetchIcons },
  { path: '/contact', Page: Contact, queries: frame, fetchScript: fetchIcons },
];

/** Every other address: the page that leads back. */
export const notFoundRoute: SiteRoute = { path: '*', Page: NotFound, queries: frame };

/** A path without percent-encoding, except of characters that mean something in a URL; `undefined` when it is malformed. */
function decodePath(pathname: string): string | undefined {
  try {
    return decodeURI(pathname);
  } catch {
    return undefined;
  }
}

/** The page at a path of the site, percent-encoded or not, with or without a slash at its end: the server's and the browser's only router. */
export function routeOf(pathname: string): SiteRoute {
  const path = decodePath(pathname)?.replace(/(.)\/$/, '$1');
  return routes.find((route) => route.path === path) ?? notFoundRoute;
}
