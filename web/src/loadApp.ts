/*
 * In the order of evaluation: each part runs in a task of its own, between which the browser reacts to the visitor. All are
 * requested at once, and the last one starts the application.
 */
const parts = [
  () => import('react-dom/client'),
  () => import('./App.tsx'),
  () => import('./entry-browser.tsx'),
];

/** Loads the application once the page has painted, or on the first interaction: links work without it. */
const load = () => {
  for (const part of parts) void part();
};

// On a slow connection the window's load event also waits for pictures further down the page.
const priorityImage = document.querySelector<HTMLImageElement>('main img[fetchpriority="high"]');
if (document.readyState === 'complete' || priorityImage?.complete) load();
else {
  window.addEventListener('load', load, { once: true });
  for (const type of ['load', 'error']) priorityImage?.addEventListener(type, load, { once: true });
}
for (const type of ['pointerdown', 'keydown'])
  window.addEventListener(type, load, { once: true, passive: true });
