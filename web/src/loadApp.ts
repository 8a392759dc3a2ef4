const script = document.querySelector<HTMLScriptElement>('script[data-style-sheet]');
let styles: Promise<void> | undefined;
let isStarted = false;

/**
 * Loads the rules of all pages, of which the document has only those that it needs itself. Never ends when they can't be loaded:
 * then each link loads a whole page.
 */
const loadStyles = () =>
  new Promise<void>((resolve) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = script?.dataset.styleSheet ?? '';
    link.addEventListener('load', () => resolve());
    document.head.append(link);
  });

/*
 * In the order of evaluation: each part runs in a task of its own, between which the browser reacts to the visitor. All are
 * requested at once, and the last one starts the application when the styles have loaded too.
 */
const parts = [
  () => import('react-dom/client'),
  () => import('./App.tsx'),
  async () => {
    styles ??= loadStyles();
    const [{ start }] = await Promise.all([import('./entry-browser.tsx'), styles]);
    if (!isStarted) start();
    isStarted = true;
  },
];

/** Loads the application: on the first interaction, or else once the page and its first picture are painted. Links work without it. */
const load = () => {
  for (const part of parts) void part();
};
// A picture that has loaded is painted with the next frame, which these scripts would delay. A tab in the background has no
// frames: there they wait until the visitor opens it.
const loadAfterPaint = () => requestAnimationFrame(() => setTimeout(load));

// On a slow connection the window's load event also waits for pictures further down the page.
const priorityImage = document.querySelector<HTMLImageElement>('main img[fetchpriority="high"]');
if (document.readyState === 'complete' || priorityImage?.complete) loadAfterPaint();
else {
  window.addEventListener('load', loadAfterPaint, { once: true });
  for (const type of ['load', 'error']) priorityImage?.addEventListener(type, loadAfterPaint, { once: true });
}
for (const type of ['pointerdown', 'keydown'])
  window.addEventListener(type, load, { once: true, passive: true });
