import { existsSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTemporaryFolder } from '../../tests/support/temporaryFolder.ts';
import { queries } from '../src/content/queries.ts';
import { CachedContent, FRESH_MS, MAX_REQUEST_WAIT_MS } from './cachedContent.ts';
import { ChangeQuestion } from './changeQuestion.ts';
import { type ContentCache, keepAskingCms, openContentCache } from './contentCache.ts';
import { ContentFile } from './contentFile.ts';

vi.mock('node:fs/promises', { spy: true });

const MINUTE_MS = 60_000;
const MONTHS_AGO = Date.parse('2026-01-01T00:00:00Z');
const NOW = Date.parse('2026-06-01T00:00:00Z');
const CMS_URL = new URL('http://cms.example');

const folder = createTemporaryFolder();
let saved = '';
const opened: CachedContent[] = [];
const file = () => join(folder, 'sides.json');
const confirmedOnDisk = () => Math.round(statSync(file()).mtimeMs);

/** Waits for background work without advancing the fake clock, which vi.waitFor would do. */
async function until(isDone: () => boolean): Promise<void> {
  while (!isDone()) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** Creates a cached query with its store on disk; the CMS always has the same response. */
function create(): CachedContent {
  const query = new CachedContent(
    'sides',
    CMS_URL,
    new ChangeQuestion(CMS_URL),
    new ContentFile('sides', folder),
  );
  opened.push(query);
  return query;
}

async function open(): Promise<CachedContent> {
  const query = create();
  await query.load();
  return query;
}

/** Opens the cache of all queries, as a start of the site does. */
function openCache() {
  const isOpen = vi.fn();
  const opening = openContentCache({ cmsUrl: CMS_URL, cacheFolder: folder }).then((cache) => {
    opened.push(...Object.values(cache));
    isOpen();
    return cache;
  });
  return { opening, isOpen };
}

/** Advances the clock and revalidates, like the first request after that time. */
async function revalidate(query: CachedContent, afterMs = 0): Promise<void> {
  vi.advanceTimersByTime(afterMs);
  await query.revalidateIfStale();
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: NOW });
  vi.stubGlobal('fetch', async () => new Response('{"data":[]}'));
  // A first start writes the file.
  await create().requestFirstContent();
  await until(() => existsSync(file()));
  saved = readFileSync(file(), 'utf8');
  utimesSync(file(), MONTHS_AGO / 1_000, MONTHS_AGO / 1_000);
});

afterEach(() => {
  for (const query of opened.splice(0)) query.close();
  vi.mocked(utimes).mockClear();
});

test('records the first confirmation of unchanged content at once, and later ones once a minute', async () => {
  const query = await open();
  expect(query.age).toBe((NOW - MONTHS_AGO) / 1_000);
  await revalidate(query);
  await until(() => confirmedOnDisk() === NOW);
  expect(query.age).toBe(0);
  for (let seconds = 1; seconds <= 60; seconds++) await revalidate(query, 1_000);
  await until(() => confirmedOnDisk() === NOW + MINUTE_MS);
  expect(utimes).toHaveBeenCalledTimes(2);
});

test('writes the file again instead of recording a confirmation when it has been deleted', async () => {
  const query = await open();
  rmSync(file());
  await revalidate(query);
  await until(() => existsSync(file()) && readFileSync(file(), 'utf8') === saved);
  expect(utimes).not.toHaveBeenCalled();
});

test('opening the cache while the CMS is unreachable loads each query’s cache file, if there is one', async () => {
  vi.mocked(console.error).mockReturnValue(undefined);
  vi.stubGlobal('fetch', () => Promise.reject(new Error('ECONNREFUSED')));
  const cache = await openCache().opening;
  expect(Object.keys(cache)).toEqual(Object.keys(queries));
  for (const query of Object.values(cache)) expect(query.text === undefined).toBe(query.name !== 'sides');
  expect(console.error).toHaveBeenCalledTimes(Object.keys(queries).length - 1);
  vi.mocked(console.error).mockClear();
});

test('opening the cache waits no longer than a visitor for a query that a new version adds, when the CMS does not respond', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout'], now: NOW });
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  const { opening, isOpen } = openCache();
  // Files are read in the background, without a timer.
  while (vi.getTimerCount() < Object.keys(queries).length - 1) await new Promise(setImmediate);
  await vi.advanceTimersByTimeAsync(MAX_REQUEST_WAIT_MS);
  await opening;
  expect(isOpen).toHaveBeenCalledOnce();
});

test('opening the cache on a first start waits for the responses of the CMS', async () => {
  rmSync(file());
  let respond = () => {};
  const responded = new Promise<void>((resolve) => {
    respond = resolve;
  });
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout'], now: NOW });
  vi.mocked(console.error).mockReturnValue(undefined);
  vi.stubGlobal('fetch', () => responded.then(() => new Response('{"data":[]}')));
  const { opening, isOpen } = openCache();
  while (vi.getTimerCount() < Object.keys(queries).length) await new Promise(setImmediate);
  await vi.advanceTimersByTimeAsync(2 * MAX_REQUEST_WAIT_MS);
  expect(isOpen).not.toHaveBeenCalled();
  respond();
  await opening;
  // Otherwise the folder could be deleted while files are written to it.
  const saved = opened.filter(({ text }) => text !== undefined).map(({ name }) => `${name}.json`);
  while (saved.some((name) => !existsSync(join(folder, name)))) await new Promise(setImmediate);
  vi.mocked(console.error).mockClear();
});

test('all stale queries ask the CMS once whether anything has changed', async () => {
  const paths: string[] = [];
  vi.stubGlobal('fetch', async ({ pathname }: URL) => {
    paths.push(pathname);
    const isQuestion = pathname === '/api/content-state';
    return isQuestion
      ? new Response(null, { status: 304 })
      : new Response('{"data":[]}', { headers: { etag: '"1"' } });
  });
  vi.mocked(console.error).mockReturnValue(undefined);
  const cache = await openCache().opening;
  // An empty list is a valid response only to these.
  const valid = [cache.appetizers, cache.entrees, cache.sides];
  await Promise.all(valid.map((query) => query.revalidateIfStale()));
  for (let time = 0; time < 2; time++) {
    paths.length = 0;
    vi.advanceTimersByTime(FRESH_MS);
    await Promise.all(valid.map((query) => query.revalidateIfStale()));
    expect(paths).toEqual(['/api/content-state']);
    for (const { age } of valid) expect(age).toBe(0);
  }
  const files = valid.map(({ name }) => join(folder, `${name}.json`));
  await until(() => files.every((path) => existsSync(path)));
  vi.mocked(console.error).mockClear();
});

test('all content is revalidated every five minutes without visitors, until that is stopped', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const sides = { revalidateIfStale: vi.fn() };
  // Cast: all queries are alike.
  const stop = keepAskingCms({ sides } as unknown as ContentCache);
  vi.advanceTimersByTime(11 * 60 * 1000);
  stop();
  vi.advanceTimersByTime(60 * 60 * 1000);
  expect(sides.revalidateIfStale).toHaveBeenCalledTimes(2);
});
