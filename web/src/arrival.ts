import { useEffect } from 'react';
import { fetchWords } from './content/useWords.ts';
import { routeOf } from './routes.ts';

/** A page that is followed to is shown when all of it is here, or else after this: its fields then fill as they come. */
const LONGEST_WAIT_MS = 1_000;

const arrivals = new Map<string, Promise<unknown>>();

/** Fetches what the page at an address is shown with. */
function prefetch(path: string): void {
  if (arrivals.has(path)) return;
  const { reads, fetchScript } = routeOf(path);
  const whole = Promise.allSettled([fetchScript?.(), ...reads.map(fetchWords)]);
  arrivals.set(path, Promise.race([whole, new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT_MS))]));
}

/** What the page at an address waits for when it was followed to; nothing when the server sent it. */
export const arrivalOf = (path: string): Promise<unknown> | undefined => arrivals.get(path);

/** Fetches the next page as soon as the visitor is about to follow a link to it: pointing at it, touching it, focusing it. */
export function usePrefetchOnIntent(): void {
  useEffect(() => {
    const intend = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest('a') : null;
      if (link?.origin === window.location.origin) prefetch(link.pathname);
    };
    const signs = ['pointerover', 'touchstart', 'focusin'];
    for (const sign of signs) document.addEventListener(sign, intend, { passive: true });
    return () => {
      for (const sign of signs) document.removeEventListener(sign, intend);
    };
  }, []);
}
