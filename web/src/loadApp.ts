import { importWithRetry } from './importWithRetry.ts';

/*
 * In the order of evaluation: each part runs in a task of its own, between which the browser reacts to the visitor. All are
 * requested at once, and the last one starts the application.
 */
const parts = [
  () => import('react-dom/client'),
  () => import('./App.tsx'),
  () => import('./entry-browser.tsx'),
];

// Until the application has read the choice of a shared link, AllergenFilter.module.css shows that it is waited for.
if (location.hash.startsWith('#without=')) document.documentElement.classList.add('awaits-choice');

let isLoading = false;

/**
 * Loads what the first paint doesn't need: on the first interaction, or else once the page and its first picture are painted.
 * Links work without it, also where the server has only the scripts of another version.
 */
const load = () => {
  if (isLoading) return;
  isLoading = true;
  // Until then, ResponsiveImage.module.css keeps back all pictures but the first.
  document.documentElement.classList.add('load-pictures');
  for (const part of parts) importWithRetry(part).catch(() => undefined);
};
/** Safari doesn't report the first paint of a frame with another origin than its page, as which the admin shows previews. */
const MAX_WAIT_FOR_REPORT_MS = 500;

// A picture that has loaded is painted with the next frame. On a fast connection not even the words are painted by then, which
// these scripts would delay. A tab in the background paints nothing: there they wait until the visitor opens it.
const loadAfterPaint = () =>
  requestAnimationFrame(() => {
    new PerformanceObserver(load).observe({ type: 'paint', buffered: true });
    setTimeout(load, MAX_WAIT_FOR_REPORT_MS);
  });

// On a slow connection the window's load event also waits for pictures further down the page.
const priorityImage = document.querySelector<HTMLImageElement>('main img[fetchpriority="high"]');
if (document.readyState === 'complete' || priorityImage?.complete) loadAfterPaint();
else {
  window.addEventListener('load', loadAfterPaint, { once: true });
  for (const type of ['load', 'error']) priorityImage?.addEventListener(type, loadAfterPaint, { once: true });
}
for (const type of ['pointerdown', 'keydown'])
  window.addEventListener(type, load, { once: true, passive: true });
