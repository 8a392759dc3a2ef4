import { prefetchContent } from './content/useContent.ts';
import { mustLoadFromServer } from './importWithRetry.ts';
import { findRoute, type SiteRoute } from './routes.ts';

/** Longest time a client navigation waits for the next page; after it, the page shows and fills in as content arrives. */
const MAX_PREFETCH_MS = 1_000;

const prefetches = new Map<SiteRoute, Promise<unknown>>();

/** Fetches the scripts and the content of a page, once; resolves when they have arrived, or after the longest wait. */
function prefetch(route: SiteRoute): Promise<unknown> {
  const earlier = prefetches.get(route);
  if (earlier) return earlier;
  const fetches = Promise.allSettled([route.fetchScript?.(), ...route.queries.map(prefetchContent)]).then(
    (results) => {
      const hasFailed = results.some(({ status }) => status === 'rejected') && mustLoadFromServer();
      // The visitor has followed the link before its prefetch failed.
      if (hasFailed && findRoute(window.location.pathname) === route) window.location.reload();
    },
  );
  const prefetched = Promise.race([fetches, new Promise((resolve) => setTimeout(resolve, MAX_PREFETCH_MS))]);
  prefetches.set(route, prefetched);
  return prefetched;
}

/** Returns the prefetch that a page waits for after client navigation; `undefined` for the page that the server rendered. */
export const getPendingPrefetch = (route: SiteRoute): Promise<unknown> | undefined => prefetches.get(route);

/** Finds the route of the link that an event is about. */
function findLinkedRoute({ target }: Event): SiteRoute | undefined {
  const link = target instanceof Element ? target.closest('a') : null;
  return link?.origin === window.location.origin ? findRoute(link.pathname) : undefined;
}

/** Hides a click on a link from the router when the browser must load the page, because the application lacks a script. */
function leaveToBrowser(event: Event): void {
  if (mustLoadFromServer() && findLinkedRoute(event)) event.stopPropagation();
}

/** Prefetches the page of a link that the visitor points at, touches or focuses. */
function prefetchLinked(event: Event): void {
  const route = findLinkedRoute(event);
  if (route && route.Page !== findRoute(window.location.pathname).Page) void prefetch(route);
}

/** Prefetches the pages of links before they are followed; returns a function that ends it. */
export function startPrefetching(): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  for (const type of ['mouseover', 'touchstart', 'focusin'])
    document.addEventListener(type, prefetchLinked, { passive: true, signal });
  window.addEventListener('click', leaveToBrowser, { capture: true, signal });
  return () => controller.abort();
}
