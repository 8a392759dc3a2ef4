import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let isOnline = true;
let visibility: DocumentVisibilityState = 'visible';
const fetch = vi.fn<(url: string) => Promise<Response>>();
const load = vi.fn<() => Promise<string>>();

const cutConnection = () => Promise.reject(new TypeError('Failed to fetch'));
const respond = (status: number) => async () => new Response('export {}', { status });
const advance = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** Imports a module as a page does that has just been opened. */
async function startImport(files = ['assets/app.js']) {
  const { importWithRetry, mustLoadFromServer } = await import('./importWithRetry.ts');
  const imported = importWithRetry(load, files);
  imported.catch(() => undefined);
  await advance(0);
  return { imported, importWithRetry, mustLoadFromServer };
}

/** Imports a module as above; the connection is cut, and again when the browser requests the file at once. */
async function failTwice() {
  const page = await startImport();
  expect(fetch.mock.calls).toEqual([['/assets/app.js']]);
  fetch.mockClear();
  return page;
}

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  isOnline = true;
  visibility = 'visible';
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline);
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  fetch.mockReset().mockImplementation(cutConnection);
  load.mockReset().mockImplementationOnce(cutConnection).mockResolvedValue('module');
  vi.stubGlobal('fetch', fetch);
});
afterEach(async () => {
  // Ends the retries that are still running.
  fetch.mockImplementation(respond(200));
  await advance(60_000);
  vi.useRealTimers();
});

test('a module that loads costs no other request', async () => {
  load.mockReset().mockResolvedValue('module');
  const { imported, mustLoadFromServer } = await startImport();
  expect(await imported).toBe('module');
  expect(load).toHaveBeenCalledTimes(1);
  expect(fetch).not.toHaveBeenCalled();
  expect(mustLoadFromServer()).toBe(false);
});

test('retries at once and after 1, 2, 4 … at most 60 seconds, and imports the module when its file arrives', async () => {
  const { imported, mustLoadFromServer } = await failTwice();
  expect(mustLoadFromServer()).toBe(true);
  const delays: number[] = [];
  for (let seconds = 0, last = 0; seconds <= 250; seconds += 1) {
    if (fetch.mock.calls.length > delays.length) {
      delays.push(seconds - last);
      last = seconds;
    }
    await advance(1_000);
  }
  expect(delays).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
  expect(load).toHaveBeenCalledTimes(1);
  fetch.mockImplementation(respond(200));
  await advance(60_000);
  expect(await imported).toBe('module');
  expect(mustLoadFromServer()).toBe(false);
});

test('requests a file once that several modules lack, and imports each when all of its files have arrived', async () => {
  load.mockReset().mockImplementationOnce(cutConnection).mockImplementationOnce(cutConnection);
  const { imported, importWithRetry, mustLoadFromServer } = await startImport([
    'assets/app.js',
    'assets/react.js',
  ]);
  const other = importWithRetry(load, ['assets/react.js']);
  await advance(0);
  expect(fetch.mock.calls).toEqual([['/assets/app.js'], ['/assets/react.js']]);
  load.mockReset().mockResolvedValue('module');
  fetch.mockImplementation(async (url) => (url.includes('react') ? new Response('') : cutConnection()));
  await advance(1_000);
  expect(await other).toBe('module');
  expect(load).toHaveBeenCalledTimes(1);
  fetch.mockImplementation(respond(200));
  await advance(2_000);
  expect(await imported).toBe('module');
  // A module that needs a file which has arrived late loads as any other.
  fetch.mockClear();
  const later = importWithRetry(load, ['assets/react.js', 'assets/icons.js']);
  expect(mustLoadFromServer()).toBe(false);
  expect(await later).toBe('module');
  expect(fetch).not.toHaveBeenCalled();
});

test.each([
  ['online', () => window],
  ['pageshow', () => window],
  ['visibilitychange', () => document],
] as const)('retries once, at once, after the event %s', async (type, getTarget) => {
  const { imported } = await failTwice();
  fetch.mockImplementation(respond(200));
  getTarget().dispatchEvent(new Event(type));
  getTarget().dispatchEvent(new Event(type));
  await advance(0);
  expect(await imported).toBe('module');
  expect(fetch).toHaveBeenCalledTimes(1);
});

test('requests nothing while the page is offline or hidden', async () => {
  await failTwice();
  isOnline = false;
  await advance(600_000);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(fetch).not.toHaveBeenCalled();
  isOnline = true;
  visibility = 'hidden';
  window.dispatchEvent(new Event('online'));
  await advance(600_000);
  expect(fetch).not.toHaveBeenCalled();
  visibility = 'visible';
  document.dispatchEvent(new Event('visibilitychange'));
  await advance(0);
  expect(fetch).toHaveBeenCalledTimes(1);
});

test('requests a file no more that the server does not have, for any module', async () => {
  fetch.mockImplementation(respond(404));
  const { imported, importWithRetry, mustLoadFromServer } = await startImport();
  await expect(imported).rejects.toThrow('the server has no assets/app.js');
  await expect(importWithRetry(load, ['assets/app.js'])).rejects.toThrow('the server has no assets/app.js');
  window.dispatchEvent(new Event('pageshow'));
  await advance(600_000);
  expect(fetch).toHaveBeenCalledTimes(1);
  expect(load).toHaveBeenCalledTimes(1);
  expect(mustLoadFromServer()).toBe(true);
  // Without a connection, the browser would show its own error page.
  isOnline = false;
  expect(mustLoadFromServer()).toBe(false);
});

test('retries after an error of the server and after a response that is cut', async () => {
  fetch.mockImplementation(respond(503));
  const { imported } = await failTwice();
  const response = new Response('export {}');
  vi.spyOn(response, 'blob').mockImplementation(cutConnection);
  fetch.mockResolvedValueOnce(response);
  await advance(1_000);
  expect(load).toHaveBeenCalledTimes(1);
  fetch.mockImplementation(respond(200));
  await advance(2_000);
  expect(await imported).toBe('module');
});

test('does not retry a module that fails although its file has arrived', async () => {
  fetch.mockImplementation(respond(200));
  load.mockReset().mockRejectedValue(new Error('a script error'));
  const { imported, mustLoadFromServer } = await startImport();
  await expect(imported).rejects.toThrow('a script error');
  await advance(600_000);
  expect(load).toHaveBeenCalledTimes(2);
  expect(mustLoadFromServer()).toBe(true);
});
