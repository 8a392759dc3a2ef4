import { useEffect } from 'react';
import { prefetchContent } from './content/useContent.ts';
import { findRoute, type SiteRoute } from './routes.ts';

/** Longest time a client navigation waits for the next page; after it, the page shows and fills in as content arrives. */
const MAX_WAIT_MS = 1_000;

const prefetches = new Map<SiteRoute, Promise<unknown>>();

/** Fetches the scripts and the content of a page, unless it is the current page. */
function prefetch(route: SiteRoute): void {
  if (prefetches.has(route) || route === findRoute(window.location.pathname)) return;
  const fetches = Promise.allSettled([route.fetchScript?.(), ...route.queries.map(prefetchContent)]);
  prefetches.set(route, Promise.race([fetches, new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))]));
}

/** Returns the prefetch that a page waits for after client navigation; `undefined` for the page that the server rendered. */
export const getPendingPrefetch = (route: SiteRoute): Promise<unknown> | undefined => prefetches.get(route);

/** Prefetches a page when the visitor points at, touches or focuses a link to it. */
export function usePrefetchOnIntent(): void {
  useEffect(() => {
    const prefetchTarget = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest('a') : null;
      if (link?.origin === window.location.origin) prefetch(findRoute(link.pathname));
    };
    const eventTypes = ['pointerover', 'touchstart', 'focusin'];
    for (const type of eventTypes) document.addEventListener(type, prefetchTarget, { passive: true });
    return () => {
      for (const type of eventTypes) document.removeEventListener(type, prefetchTarget);
    };
  }, []);
}
