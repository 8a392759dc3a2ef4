/** Loads the application when the page has painted, or at once when the visitor touches it: the page works without. */
const load = () => void import('./entry-browser.tsx');

if (document.readyState === 'complete') load();
else window.addEventListener('load', load, { once: true });
for (const touch of ['pointerdown', 'keydown'])
  window.addEventListener(touch, load, { once: true, passive: true });
