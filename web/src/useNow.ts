import { useLayoutEffect, useState } from 'react';
import type { PageContent } from './content/queries.ts';
import { findPageBoundary } from './findPageBoundary.ts';

/**
 * Returns the instant to render, in milliseconds since 1970. It changes only when the time passes a boundary: within an
 * interval between two boundaries the pages are the same, so hydration causes no mismatch in another minute than the server's.
 * @param initial the instant for which the server rendered the page
 */
export function useNow(
  initial: number,
  timeZone: string,
  siteName: PageContent['siteName'],
  contact: PageContent['contact'],
): number {
  const [now, setNow] = useState(initial);
  // Before the browser paints: content that arrives later must not show for the instant of an interval that it changes.
  useLayoutEffect(() => {
    const findBoundary = (time: number) => findPageBoundary({ siteName, contact }, time, timeZone);
    const boundary = findBoundary(now);
    let timer: number | undefined;
    const update = () => {
      window.clearTimeout(timer);
      const time = Date.now();
      if (findBoundary(time) === boundary) timer = window.setTimeout(update, boundary - time);
      else setNow(time);
    };
    update();
    // Timers stop while a phone sleeps, and in a page in the back/forward cache.
    document.addEventListener('visibilitychange', update);
    window.addEventListener('pageshow', update);
    return () => {
      window.clearTimeout(timer);
      document.removeEventListener('visibilitychange', update);
      window.removeEventListener('pageshow', update);
    };
  }, [now, timeZone, siteName, contact]);
  return now;
}
