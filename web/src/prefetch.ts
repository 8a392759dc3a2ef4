import { startTransition, useEffect, useLayoutEffect, useState } from 'react';
import { prefetchContent } from './content/useContent.ts';
import { mustLoadFromServer } from './importWithRetry.ts';
import { findRoute, type SiteRoute } from './routes.ts';

/** Longest time a client navigation waits for the next page; after it, the page shows and fills in as content arrives. */
const MAX_WAIT_MS = 1_000;

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
  const prefetched = Promise.race([fetches, new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))]);
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

/**
 * Prefetches a page when the visitor points at, touches or focuses a link to it. Returns the page for as long as she points
 * at it with a mouse or the focus, and whether she has followed the link: the router shows its page some frames later.
 */
export function usePreparedRoute(current: SiteRoute): { prepared?: SiteRoute; isFollowed?: boolean } {
  const [pointedAt, setPointedAt] = useState<{ prepared?: SiteRoute; isFollowed?: boolean }>({});
  useEffect(() => {
    let intended: SiteRoute | undefined;
    const onIntent = async (event: Event) => {
      const route = findLinkedRoute(event);
      const prepared = route?.Page === current.Page ? undefined : route;
      intended = prepared;
      if (prepared) await prefetch(prepared);
      // A touch is too short to prepare anything.
      if (event.type === 'touchstart' || intended !== prepared) return;
      startTransition(() =>
        setPointedAt((earlier) =>
          earlier.isFollowed || earlier.prepared === prepared ? earlier : { prepared },
        ),
      );
    };
    const onClick = (event: Event) => {
      // The router prevents the default of the clicks that it handles.
      if (!event.defaultPrevented) return;
      const route = findLinkedRoute(event);
      if (route) setPointedAt((earlier) => ({ ...earlier, isFollowed: earlier.prepared === route }));
    };
    const forget = () => startTransition(() => setPointedAt({}));
    const listeners = Object.entries({
      mouseover: onIntent,
      touchstart: onIntent,
      focusin: onIntent,
      click: onClick,
    });
    for (const [type, listener] of listeners) document.addEventListener(type, listener, { passive: true });
    window.addEventListener('popstate', forget);
    window.addEventListener('click', leaveToBrowser, { capture: true });
    return () => {
      // A prefetch that ends later must not prepare a page beside the next one.
      intended = undefined;
      for (const [type, listener] of listeners) document.removeEventListener(type, listener);
      window.removeEventListener('popstate', forget);
      window.removeEventListener('click', leaveToBrowser, { capture: true });
      forget();
    };
  }, [current]);
  useLayoutEffect(() => {
    if (pointedAt.isFollowed) window.scrollTo({ top: 0, behavior: 'instant' });
  }, [pointedAt]);
  return pointedAt;
}
