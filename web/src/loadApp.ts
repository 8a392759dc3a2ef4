/** Loads the application when the page has painted, or at once when the visitor touches it: the page works without. */
const load = () => void import('./entry-browser.tsx');

// On a slow line the window's own load event waits long for pictures that are further down.
const first = document.querySelector<HTMLImageElement>('main img[fetchpriority="high"]');
if (document.readyState === 'complete' || first?.complete) load();
else {
  window.addEventListener('load', load, { once: true });
  for (const end of ['load', 'error']) first?.addEventListener(end, load, { once: true });
}
for (const touch of ['pointerdown', 'keydown'])
  window.addEventListener(touch, load, { once: true, passive: true });
