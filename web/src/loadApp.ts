/** Loads the application once the page has painted, or on the first interaction: links work without it. */
const load = () => void import('./entry-browser.tsx');

// On a slow connection the window's load event also waits for pictures further down the page.
const priorityImage = document.querySelector<HTMLImageElement>('main img[fetchpriority="high"]');
if (document.readyState === 'complete' || priorityImage?.complete) load();
else {
  window.addEventListener('load', load, { once: true });
  for (const type of ['load', 'error']) priorityImage?.addEventListener(type, load, { once: true });
}
for (const type of ['pointerdown', 'keydown'])
  window.addEventListener(type, load, { once: true, passive: true });
