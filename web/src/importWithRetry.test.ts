// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPageEvent } from '../testing/pageEvent.ts';

/** The browser's entry of a file that was requested. */
class ResourceTiming {
  constructor(
    readonly name: string,
    readonly responseStatus: number,
  ) {}
}

let isOnline = true;
let visibility: DocumentVisibilityState = 'visible';
let files: ResourceTiming[] = [];
const load = vi.fn<() => Promise<string>>();

const cutConnection = () => Promise.reject(new TypeError('Failed to fetch'));
const advance = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** Imports a module as a page does that has just been opened. */
async function startImport() {
  const { importWithRetry, mustLoadFromServer } = await import('./importWithRetry.ts');
  const imported = importWithRetry(load);
  imported.catch(() => undefined);
  await advance(0);
  return { imported, mustLoadFromServer };
}

/** Imports a module as above; the connection is cut, and again when the module is imported again at once. */
async function failTwice() {
  const page = await startImport();
  expect(load).toHaveBeenCalledTimes(2);
  load.mockClear();
  return page;
}

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  isOnline = true;
  visibility = 'visible';
  files = [];
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline);
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  vi.stubGlobal('PerformanceResourceTiming', ResourceTiming);
  // Vitest needs `now` when it loads a module.
  vi.stubGlobal('performance', { now: Date.now, getEntriesByType: () => files });
  load.mockReset().mockImplementation(cutConnection);
});
afterEach(async () => {
  // Ends the retries that are still running.
  isOnline = true;
  visibility = 'visible';
  load.mockResolvedValue('module');
  await advance(60_000);
  // In the reverse order of `beforeEach`: `performance` is replaced by the fake timers, too.
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('retries at once and after 1, 2, 4 … at most 60 seconds, until the module loads', async () => {
  const { imported, mustLoadFromServer } = await failTwice();
  expect(mustLoadFromServer()).toBe(true);
  const delays: number[] = [];
  for (let seconds = 0, last = 0; seconds <= 250; seconds += 1) {
    if (load.mock.calls.length > delays.length) {
      delays.push(seconds - last);
      last = seconds;
    }
    await advance(1_000);
  }
  expect(delays).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
  load.mockResolvedValue('module');
  await advance(60_000);
  expect(await imported).toBe('module');
  expect(mustLoadFromServer()).toBe(false);
});

test.each([
  ['online', () => window],
  ['pageshow', () => window],
  ['visibilitychange', () => document],
] as const)('retries once, at once, after the event %s', async (type, getTarget) => {
  const { imported } = await failTwice();
  load.mockResolvedValue('module');
  getTarget().dispatchEvent(createPageEvent(type));
  getTarget().dispatchEvent(createPageEvent(type));
  await advance(0);
  expect(await imported).toBe('module');
  expect(load).toHaveBeenCalledTimes(1);
});

test('requests nothing while the page is offline or hidden', async () => {
  await failTwice();
  isOnline = false;
  await advance(600_000);
  document.dispatchEvent(createPageEvent('visibilitychange'));
  expect(load).not.toHaveBeenCalled();
  isOnline = true;
  visibility = 'hidden';
  window.dispatchEvent(createPageEvent('online'));
  await advance(600_000);
  expect(load).not.toHaveBeenCalled();
  visibility = 'visible';
  document.dispatchEvent(createPageEvent('visibilitychange'));
  await advance(0);
  expect(load).toHaveBeenCalledTimes(1);
});

test('does not retry when the server does not have a script', async () => {
  files = [
    new ResourceTiming('https://scioto.example/assets/App.js', 200),
    new ResourceTiming('https://scioto.example/assets/slider.js', 404),
  ];
  const { imported, mustLoadFromServer } = await startImport();
  await expect(imported).rejects.toThrow('the server has the scripts of another version');
  window.dispatchEvent(createPageEvent('pageshow'));
  await advance(600_000);
  expect(load).toHaveBeenCalledTimes(1);
  expect(mustLoadFromServer()).toBe(true);
  // Without a connection, the browser would show its own error page.
  isOnline = false;
  expect(mustLoadFromServer()).toBe(false);
});

test('retries after an error of the server, and when another file than a script is missing', async () => {
  files = [
    new ResourceTiming('https://scioto.example/assets/App.js', 503),
    new ResourceTiming('https://scioto.example/uploads/lasagna.avif', 404),
  ];
  const { imported } = await failTwice();
  load.mockResolvedValue('module');
  await advance(1_000);
  expect(await imported).toBe('module');
});
