/** The second attempt follows at once; then each delay is twice as long as the one before. */
const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 60_000;

/** The files that an import has lacked: pending until they have arrived, and rejected when the server does not have them. */
const missingFiles = new Map<string, Promise<void>>();

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

/** Requests a file until it is in the browser's cache. An error of `import()` would not tell a cut connection from a 404. */
async function fetchWithRetry(file: string): Promise<void> {
  for (let delay = 0; ; delay = Math.min(2 * delay || FIRST_DELAY_MS, MAX_DELAY_MS)) {
    await waitForRetry(delay);
    const response = await fetch(`/${file}`).catch(() => undefined);
    if (response?.status === 404) throw new Error(`the server has no ${file}`);
    const isComplete = await response?.blob().then(
      () => response.ok,
      () => false,
    );
    if (isComplete) return;
  }
}

function waitForFile(file: string): Promise<void> {
  const pending = missingFiles.get(file) ?? fetchWithRetry(file).then(() => void missingFiles.delete(file));
  missingFiles.set(file, pending);
  return pending;
}

/**
 * Imports a module, and after a failure again as soon as all of its files have arrived. The build makes every `import()` of the
 * application call this function (vite.config.ts).
 * @param files the paths of the module's file and of those that it imports, without the slash at the start
 * @throws Error when the server does not have one of the files, or when the module itself fails: another attempt would fail, too
 */
export async function importWithRetry<Module>(
  load: () => Promise<Module>,
  files: readonly string[],
): Promise<Module> {
  try {
    if (!files.some((file) => missingFiles.has(file))) return await load();
  } catch {
    // The files below tell why.
  }
  failedImports += 1;
  await Promise.all(files.map(waitForFile));
  const module = await load();
  failedImports -= 1;
  return module;
}
