import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTemporaryFolder } from '../../tests/support/temporaryFolder.ts';
import { takeErrors } from '../testing/takeErrors.ts';
import { type CachedPicture, MAX_PICTURE_WAIT_MS, PictureCache, UNNAMED_LIMITS } from './pictureCache.ts';
import { PictureFolder } from './pictureFolder.ts';

/** On a busy machine, another process may run for a second, the default. */
const waitFor = (check: () => void) => vi.waitFor(check, 30_000);

vi.mock('node:fs/promises', { spy: true });

/** The pauses of the cache, which end when the test says so. */
const pauses: { ms: number; end: () => void }[] = [];
vi.mock('node:timers/promises', () => ({
  setTimeout: (ms: number, _value: undefined, { signal }: { signal: AbortSignal }) =>
    new Promise<void>((resolve, reject) => {
      pauses.push({ ms, end: resolve });
      signal.addEventListener('abort', reject);
    }),
}));

/** Ends all pauses of a length that have begun so far, and waits until there is one. */
async function endPauses(isEnded: (ms: number) => boolean): Promise<void> {
  await waitFor(() => expect(pauses.some(({ ms }) => isEnded(ms))).toBe(true));
  for (const pause of pauses.splice(0)) {
    if (isEnded(pause.ms)) pause.end();
    else pauses.push(pause);
  }
}

const NOW = Date.parse('2026-06-01T12:00:00Z');
const MINUTE_MS = 60_000;
/** The version of a picture that was changed the given time ago. */
const versionOf = (msAgo: number) => (NOW - msAgo).toString(36);
const picture = (text: string) => Buffer.from(`\x89PNG ${text}`, 'latin1');

/** The files of the CMS by path; a function answers in its own way. */
const files = new Map<string, Buffer | (() => Response | Promise<Response>)>();
let requests: string[] = [];
let isReachable = true;

function respond(body: Buffer, headers: Record<string, string> = {}, status = 200): Response {
  const standard = {
    'content-type': 'image/png',
    'content-length': String(body.length),
    date: new Date(Date.now()).toUTCString(),
    'last-modified': new Date(NOW - MINUTE_MS).toUTCString(),
  };
  return new Response(Uint8Array.from(body), { status, headers: { ...standard, ...headers } });
}

async function answer({ pathname, search }: URL): Promise<Response> {
  requests.push(pathname + search);
  if (!isReachable) throw new TypeError('fetch failed', { cause: new Error('ECONNREFUSED') });
  const file = files.get(pathname);
  if (!file) return respond(Buffer.from('Not Found'), { 'content-type': 'text/plain' }, 404);
  return typeof file === 'function' ? file() : respond(file);
}

const root = createTemporaryFolder();
const folderPath = () => join(root, 'pictures');
const opened: PictureCache[] = [];

async function openCache(): Promise<PictureCache> {
  const cache = new PictureCache(new URL('http://cms:1337'), new PictureFolder(folderPath()));
  await cache.load();
  opened.push(cache);
  return cache;
}

/** Reads the text of a picture that was found, or returns why there is none. */
function readText(found: CachedPicture): string {
  if (typeof found === 'string') return found;
  const bytes = 'bytes' in found ? found.bytes : readFileSync(join(folderPath(), found.name));
  return bytes.toString('latin1').slice('\x89PNG '.length);
}

const getText = async (cache: PictureCache, path: string, version?: string, ip = '192.0.2.1') =>
  readText(await cache.get(path, version, ip));

const DISH = '/uploads/dish.png';
const VERSION = versionOf(MINUTE_MS);
const URL_OF_DISH = `${DISH}?v=${VERSION}`;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: NOW });
  vi.stubGlobal('fetch', answer);
  vi.mocked(console.error).mockReturnValue(undefined);
  vi.spyOn(console, 'log').mockReturnValue(undefined);
  files.clear();
  files.set(DISH, picture('dish'));
  requests = [];
  isReachable = true;
});

afterEach(() => {
  for (const cache of opened.splice(0)) cache.close();
  pauses.splice(0);
});

test('fetches the pictures that the content names, and a new process has them without the CMS', async () => {
  files.set('/uploads/avif_200_dish.avif', picture('small'));
  const urls = [URL_OF_DISH, `/uploads/avif_200_dish.avif?v=${VERSION}`];
  await (await openCache()).setNamed(urls);
  expect(requests).toEqual(urls);
  isReachable = false;
  const restarted = await openCache();
  await restarted.setNamed(urls);
  expect(await getText(restarted, DISH, VERSION)).toBe('dish');
  expect(await getText(restarted, '/uploads/avif_200_dish.avif', VERSION)).toBe('small');
  expect(requests).toHaveLength(2);
});

test('requests for a picture that is being fetched wait for that fetch', async () => {
  let finish = () => {};
  files.set(DISH, () => new Promise((resolve) => (finish = () => resolve(respond(picture('dish'))))));
  const cache = await openCache();
  const ahead = cache.setNamed([URL_OF_DISH]);
  await waitFor(() => expect(requests).toHaveLength(1));
  const texts = Promise.all([getText(cache, DISH, VERSION), getText(cache, DISH, VERSION)]);
  finish();
  expect(await texts).toEqual(['dish', 'dish']);
  await ahead;
  expect(requests).toEqual([URL_OF_DISH]);
});

test('retries until the CMS can be reached, and logs it once', async () => {
  isReachable = false;
  const cache = await openCache();
  const ahead = cache.setNamed([URL_OF_DISH]);
  const text = getText(cache, DISH, VERSION);
  await endPauses((ms) => ms < MAX_PICTURE_WAIT_MS);
  await waitFor(() => expect(requests).toHaveLength(2));
  isReachable = true;
  await endPauses((ms) => ms < MAX_PICTURE_WAIT_MS);
  expect(await text).toBe('dish');
  await ahead;
  expect(takeErrors()).toEqual(["Pictures can't be fetched from the CMS (fetch failed: ECONNREFUSED)."]);
  expect(vi.mocked(console.log).mock.calls).toEqual([['The CMS sends pictures again.']]);
});

test('a request that has waited for the longest time gets no picture, and the retries go on', async () => {
  isReachable = false;
  const cache = await openCache();
  const ahead = cache.setNamed([URL_OF_DISH]);
  const text = getText(cache, DISH, VERSION);
  await endPauses((ms) => ms === MAX_PICTURE_WAIT_MS);
  expect(await text).toBe('unavailable');
  isReachable = true;
  await endPauses((ms) => ms < MAX_PICTURE_WAIT_MS);
  await ahead;
  expect(await getText(cache, DISH, VERSION)).toBe('dish');
  takeErrors();
});

test('a closed cache answers the requests that wait', async () => {
  isReachable = false;
  const cache = await openCache();
  const text = getText(cache, DISH, VERSION);
  await waitFor(() => expect(requests.length).toBeGreaterThan(0));
  cache.close();
  expect(await text).toBe('unavailable');
});

test('fetches a replaced picture again; other versions get the newest one', async () => {
  const cache = await openCache();
  await cache.setNamed([URL_OF_DISH]);
  expect(await getText(cache, DISH)).toBe('dish');
  const newer = versionOf(0);
  files.set(DISH, picture('newer dish'));
  await cache.setNamed([`${DISH}?v=${newer}`]);
  for (const version of [newer, VERSION, undefined, '0', versionOf(1)])
    expect(await getText(cache, DISH, version), version).toBe('newer dish');
  expect(requests).toEqual([URL_OF_DISH, `${DISH}?v=${newer}`]);
});

test('a version that another replica has seen first is fetched from the CMS once', async () => {
  const cache = await openCache();
  await cache.setNamed([URL_OF_DISH]);
  files.set(DISH, picture('newer dish'));
  for (let request = 0; request < 2; request++)
    expect(await getText(cache, DISH, versionOf(1))).toBe('newer dish');
  // In the future there is no version, so that a client can't cause requests with invented ones.
  expect(await getText(cache, DISH, versionOf(-10 * MINUTE_MS))).toBe('newer dish');
  expect(requests).toHaveLength(2);
});

test('a picture that no content names is asked for once a minute, and the CMS may be away afterwards', async () => {
  const cache = await openCache();
  expect(await Promise.all([getText(cache, DISH), getText(cache, DISH)])).toEqual(['dish', 'dish']);
  expect(await getText(cache, DISH, VERSION)).toBe('dish');
  expect(requests).toHaveLength(1);

  vi.advanceTimersByTime(MINUTE_MS);
  files.set(DISH, picture('replaced'));
  expect(await getText(cache, DISH)).toBe('replaced');
  expect(readdirSync(folderPath())).toHaveLength(1);

  vi.advanceTimersByTime(MINUTE_MS);
  isReachable = false;
  for (let request = 0; request < 3; request++) expect(await getText(cache, DISH)).toBe('replaced');
  expect(requests).toHaveLength(3);
  expect(await getText(await openCache(), DISH)).toBe('replaced');
});

test('the preview of a replaced picture shows it at once', async () => {
  const cache = await openCache();
  expect(await getText(cache, DISH, VERSION)).toBe('dish');
  vi.advanceTimersByTime(2_000);
  files.set(DISH, picture('replaced'));
  expect(await getText(cache, DISH, versionOf(-1_000))).toBe('replaced');
  expect(requests).toHaveLength(2);
});

test('remembers for a minute that the CMS has no such picture', async () => {
  const cache = await openCache();
  const ask = () => getText(cache, '/uploads/nothing.png');
  expect(await Promise.all([ask(), ask(), ask()])).toEqual(['missing', 'missing', 'missing']);
  expect(await ask()).toBe('missing');
  expect(requests).toHaveLength(1);
  vi.advanceTimersByTime(MINUTE_MS);
  expect(await ask()).toBe('missing');
  expect(requests).toHaveLength(2);
});

test('random names cause two requests at a time, and when too many of a network wait, only its others are rejected', async () => {
  const pending: (() => void)[] = [];
  const cache = await openCache();
  const names = Array.from({ length: 50 }, (_, number) => `/uploads/${number}.png`);
  for (const name of names)
    files.set(name, () => new Promise((resolve) => pending.push(() => resolve(respond(picture(name))))));
  const texts = names.map((name) => getText(cache, name));
  const accepted = UNNAMED_LIMITS.maxRunning + UNNAMED_LIMITS.maxWaitingPerKey;
  expect(new Set(await Promise.all(texts.slice(accepted)))).toEqual(new Set(['unavailable']));
  const other = getText(cache, DISH, undefined, '192.0.2.2');
  for (let answered = 0; answered < accepted; answered++) {
    await waitFor(() => expect(pending).not.toEqual([]));
    expect(pending.length).toBeLessThanOrEqual(2);
    pending.shift()?.();
  }
  expect(await Promise.all(texts.slice(0, accepted))).toEqual(names.slice(0, accepted));
  expect(await other).toBe('dish');
  // It waited for one turn of the other network.
  expect(requests.indexOf(DISH)).toBe(3);
  expect(requests).toHaveLength(accepted + 1);
});

test('deletes a picture that no content names any more and that the owner has deleted', async () => {
  const cache = await openCache();
  await cache.setNamed([URL_OF_DISH]);
  await cache.setNamed([]);
  isReachable = false;
  expect(await getText(cache, DISH, VERSION)).toBe('dish');
  vi.advanceTimersByTime(MINUTE_MS);
  isReachable = true;
  files.delete(DISH);
  expect(await getText(cache, DISH, VERSION)).toBe('missing');
  expect(readdirSync(folderPath())).toEqual([]);
});

test.each([503, 429])('keeps its copy of a picture while the CMS answers %i', async (status) => {
  const cache = await openCache();
  expect(await getText(cache, DISH)).toBe('dish');
  vi.advanceTimersByTime(MINUTE_MS);
  files.set(DISH, () => respond(Buffer.from('No'), { 'content-type': 'text/plain' }, status));
  expect(await getText(cache, DISH)).toBe('dish');
  expect(await getText(await openCache(), DISH)).toBe('dish');
  expect(requests).toHaveLength(3);
});

test.each([
  ['has no picture', () => respond(Buffer.from(''), {}, 404), 'status 404'],
  ['sends HTML', () => respond(picture('x'), { 'content-type': 'text/html' }), 'it is not a picture'],
  ['sends other bytes', () => respond(Buffer.from('<script>')), 'it is not a picture'],
  ['sends too much', () => respond(Buffer.alloc(33 * 1024 * 1024, picture(''))), 'it is too large'],
  [
    'sends no length',
    () => new Response('x', { headers: { 'content-type': 'image/png' } }),
    'the length is unknown',
  ],
] as const)(
  'a CMS that %s is logged once and asked again after a minute',
  async (_, respondBadly, reason) => {
    files.set(DISH, respondBadly);
    const cache = await openCache();
    await cache.setNamed([URL_OF_DISH]);
    expect(await getText(cache, DISH, VERSION)).toBe('missing');
    expect(requests).toHaveLength(1);
    vi.advanceTimersByTime(MINUTE_MS);
    expect(await getText(cache, DISH, VERSION)).toBe('missing');
    expect(requests).toHaveLength(2);
    expect(takeErrors()).toEqual([`The CMS has no picture ${URL_OF_DISH} (${reason}).`]);

    vi.advanceTimersByTime(MINUTE_MS);
    files.set(DISH, picture('repaired'));
    expect(await getText(cache, DISH, VERSION)).toBe('repaired');
  },
);

test('fetches an incomplete picture again', async () => {
  files.set(DISH, () => respond(picture('half'), { 'content-length': '1000' }));
  const cache = await openCache();
  const text = getText(cache, DISH, VERSION);
  const ahead = cache.setNamed([URL_OF_DISH]);
  await text.catch(() => {});
  await waitFor(() => expect(takeErrors().join()).toContain('the response is incomplete'));
  files.set(DISH, picture('whole'));
  await endPauses((ms) => ms < MAX_PICTURE_WAIT_MS);
  await ahead;
  expect(await getText(cache, DISH, VERSION)).toBe('whole');
});

test('fetches a damaged file again', async () => {
  await (await openCache()).setNamed([URL_OF_DISH]);
  const [name = ''] = readdirSync(folderPath());
  writeFileSync(join(folderPath(), name), picture('dusk'));
  const restarted = await openCache();
  await restarted.setNamed([URL_OF_DISH]);
  expect(await getText(restarted, DISH, VERSION)).toBe('dish');
  expect(requests).toHaveLength(2);
  expect(takeErrors()).toEqual([
    expect.stringMatching(/ is damaged \(its checksum is wrong\) and is deleted\.$/),
  ]);
});

test('keeps pictures in memory while the disk is full, and saves them once it can', async () => {
  vi.mocked(open).mockRejectedValue(new Error('ENOSPC'));
  const cache = await openCache();
  files.set('/uploads/other.png', picture('other'));
  const urls = [URL_OF_DISH, `/uploads/other.png?v=${VERSION}`];
  await cache.setNamed(urls);
  expect(await getText(cache, DISH, VERSION)).toBe('dish');
  expect(await getText(cache, '/uploads/other.png', VERSION)).toBe('other');
  expect(takeErrors()).toEqual(["Pictures can't be saved (ENOSPC); the site serves them from memory."]);

  vi.mocked(open).mockReset();
  await cache.setNamed(urls);
  expect(readdirSync(folderPath())).toHaveLength(2);
  expect(requests).toHaveLength(2);
});
