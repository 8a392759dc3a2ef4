/** The second attempt follows at once; then each delay is twice as long as the one before. */
const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 60_000;

/** The number of imports that have failed and not succeeded since. */
let failedImports = 0;

/** Whether links must load their pages from the server, because the application lacks a script. */
export const mustLoadFromServer = (): boolean => failedImports > 0 && navigator.onLine;

/** Waits for the delay, or until the visitor returns or is online again; longer while the page is hidden or offline. */
const waitForRetry = (delay: number) =>
  new Promise<void>((resolve) => {
    const controller = new AbortController();
    const { signal } = controller;
    const end = () => {
      if (!navigator.onLine || document.visibilityState === 'hidden') return;
      controller.abort();
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(end, delay);
    for (const type of ['online', 'pageshow']) window.addEventListener(type, end, { signal });
    document.addEventListener('visibilitychange', end, { signal });
  });

/** Whether the server lacks one of the application's scripts. The error of `import()` doesn't tell a 404 from a cut connection. */
const isScriptMissing = () =>
  performance
    .getEntriesByType('resource')
    .some(
      (entry) =>
        entry.name.endsWith('.js') &&
        entry instanceof PerformanceResourceTiming &&
        entry.responseStatus === 404,
    );

/**
 * Imports a module, and after a failure again until it succeeds.
 * @throws Error when the server has the scripts of another version: another attempt would fail, too
 */
export async function importWithRetry<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch {
    failedImports += 1;
  }
  for (let delay = 0; ; delay = Math.min(2 * delay || FIRST_DELAY_MS, MAX_DELAY_MS)) {
    await waitForRetry(delay);
    if (isScriptMissing()) throw new Error('the server has the scripts of another version');
    try {
      const module = await load();
      failedImports -= 1;
      return module;
    } catch {
      // The next attempt may succeed.
    }
  }
}
