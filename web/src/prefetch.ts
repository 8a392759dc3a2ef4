import { useEffect } from 'react';
import { prefetchContent } from './content/useContent.ts';
import { routeOf, type SiteRoute } from './routes.ts';

/** A page that is followed to is shown when all of it is here, or else after this: its fields then fill as they come. */
const MAX_WAIT_MS = 1_000;

const prefetches = new Map<SiteRoute, Promise<unknown>>();

/** Fetches what a page is shown with, unless that is the page that is shown. */
function prefetch(route: SiteRoute): void {
  if (prefetches.has(route) || route === routeOf(window.location.pathname)) return;
  const whole = Promise.allSettled([route.fetchScript?.(), ...route.queries.map(prefetchContent)]);
  prefetches.set(route, Promise.race([whole, new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))]));
}

/** What a page waits for when it was followed to; nothing when the server sent it. */
export const pendingPrefetch = (route: SiteRoute): Promise<unknown> | undefined => prefetches.get(route);

/** Fetches the next page as soon as the visitor is about to follow a link to it: pointing at it, touching it, focusing it. */
export function usePrefetchOnIntent(): void {
  useEffect(() => {
    const intend = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest('a') : null;
      if (link?.origin === window.location.origin) prefetch(routeOf(link.pathname));
    };
    const signs = ['pointerover', 'touchstart', 'focusin'];
    for (const sign of signs) document.addEventListener(sign, intend, { passive: true });
    return () => {
      for (const sign of signs) document.removeEventListener(sign, intend);
    };
  }, []);
}
