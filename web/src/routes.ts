import type { ComponentType } from 'react';
import type { ReadName } from './content/reads.ts';
import { lazyPage } from './lazyPage.tsx';
import { Home } from './pages/Home.tsx';
import { Menu } from './pages/Menu.tsx';
import { NotFound } from './pages/NotFound.tsx';

/** A page of the site: what it shows, and what it needs to be shown. */
export interface SiteRoute {
  path: string;
  Page: ComponentType;
  /** The reads whose words are on it, the frame's included. */
  reads: readonly ReadName[];
  /** Fetches its script, where that is not part of the application's own. */
  fetchScript?: () => Promise<unknown>;
}

const frame = ['siteName', 'tabs'] as const;
const home: readonly ReadName[] = [...frame, 'home'];

/** The pages by address. Those with icons bring Font Awesome along, so their script comes only when they are asked for. */
export const routes: readonly SiteRoute[] = [
  { path: '/', Page: Home, reads: home },
  { path: '/home', Page: Home, reads: home },
  {
    path: '/menu',
    Page: Menu,
    reads: [...frame, 'menuHeadings', 'appetizers', 'entrees', 'sides', 'softDrinks', 'alcohol'],
  },
  {
    path: '/services',
    ...lazyPage(() => import('./pages/Services.tsx').then(({ Services }) => Services)),
    reads: [...frame, 'services'],
  },
  {
    path: '/contact',
    ...lazyPage(() => import('./pages/Contact.tsx').then(({ Contact }) => Contact)),
    reads: [...frame, 'contact'],
  },
];

/** Every other address: the page that leads back. */
export const elsewhere: SiteRoute = { path: '*', Page: NotFound, reads: frame };

/** The page at an address, with or without a slash at its end. */
export function routeOf(pathname: string): SiteRoute {
  const path = pathname.replace(/(.)\/$/, '$1');
  return routes.find((route) => route.path === path) ?? elsewhere;
}
