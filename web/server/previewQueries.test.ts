import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PreviewQueries } from './previewQueries.ts';

const TOKEN = '1780000000000.signature-of_the_token';
const IP = '192.0.2.1';
const MAX_CONCURRENT = 4;
const MAX_QUEUED = 40;

/** The requests that the CMS has received and not yet answered. */
let requests: { url: string; init: RequestInit; respond: (response: Response | Error) => void }[] = [];
let timeouts: AbortController[] = [];
let previewQueries: PreviewQueries;

/** Waits until all promises that can be resolved without a timer are resolved. */
const flushPromises = () => new Promise((resolve) => setImmediate(resolve));

beforeEach(() => {
  requests = [];
  timeouts = [];
  previewQueries = new PreviewQueries(new URL('http://cms.example'));
  vi.stubGlobal('fetch', (url: URL, init: RequestInit) => {
    return new Promise((resolve, reject) => {
      const respond = (response: Response | Error) =>
        response instanceof Error ? reject(response) : resolve(response);
      requests.push({ url: url.href, init, respond });
      init.signal?.addEventListener('abort', () => reject(new Error('aborted')));
    });
  });
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const timeout = new AbortController();
    timeouts.push(timeout);
    return timeout.signal;
  });
});

// A query that waits would be sent when another one has run for too long: long after its test.
afterEach(async () => {
  for (const timeout of timeouts) timeout.abort();
  await flushPromises();
});

/** Answers the oldest request, and waits until the next query is sent. */
async function respondToOldest(response: Response | Error = new Response('{}')) {
  requests.shift()?.respond(response);
  await flushPromises();
}

test('queries drafts with the token of the preview', async () => {
  const result = previewQueries.fetch('entrees', TOKEN, IP);
  await flushPromises();
  expect(requests).toHaveLength(1);
  expect(requests[0]?.url).toBe(
    'http://cms.example/api/menu-entrees?pagination[pageSize]=100000&pagination[withCount]=false&status=draft',
  );
  expect(requests[0]?.init.headers).toMatchObject({ 'x-preview-token': TOKEN });
  await respondToOldest(new Response('{"data":[]}'));
  expect(await result).toEqual({ status: 200, text: '{"data":[]}' });
});

test('asks for the state of the content with the token, in the same queue', async () => {
  const result = previewQueries.fetchState(TOKEN, IP);
  await flushPromises();
  expect(requests[0]?.url).toBe('http://cms.example/api/preview-state?');
  expect(requests[0]?.init.headers).toMatchObject({ 'x-preview-token': TOKEN });
  await respondToOldest(new Response('{"state":"1"}'));
  expect(await result).toEqual({ status: 200, text: '{"state":"1"}' });
  void Array.from({ length: MAX_CONCURRENT }, () => previewQueries.fetch('entrees', TOKEN, IP));
  void previewQueries.fetchState(TOKEN, IP);
  await flushPromises();
  expect(requests).toHaveLength(MAX_CONCURRENT);
});

test('answers 403 without a request for a token that is malformed or longer than the maximum', async () => {
  for (const token of ['token\nx-header: 1', 'a'.repeat(201), ['token']])
    expect(await previewQueries.fetch('entrees', token, IP)).toEqual({ status: 403, text: '' });
  expect(requests).toEqual([]);
  void previewQueries.fetch('entrees', 'a'.repeat(200), IP);
  await flushPromises();
  expect(requests).toHaveLength(1);
});

test.each([
  ['403', () => new Response('no', { status: 403 }), 403],
  ['404', () => new Response('', { status: 404 }), 503],
  ['a connection error', () => new TypeError('fetch failed'), 503],
])('answers %s of the CMS without its text', async (_, response, status) => {
  const result = previewQueries.fetch('entrees', TOKEN, IP);
  await flushPromises();
  await respondToOldest(response());
  expect(await result).toEqual({ status, text: '' });
});

test('sends four queries at once and the others in their order, also after failures', async () => {
  const done: number[] = [];
  const sent = Array.from({ length: 7 }, (_, index) =>
    previewQueries.fetch('entrees', `token-${index}`, IP).then(() => done.push(index)),
  );
  await flushPromises();
  const tokens = () => requests.map(({ init }) => new Headers(init.headers).get('x-preview-token'));
  expect(tokens()).toEqual(['token-0', 'token-1', 'token-2', 'token-3']);
  await respondToOldest(new TypeError('fetch failed'));
  expect(tokens()).toEqual(['token-1', 'token-2', 'token-3', 'token-4']);
  while (requests.length) await respondToOldest(new Response('', { status: 500 }));
  await Promise.all(sent);
  expect(done).toEqual([0, 1, 2, 3, 4, 5, 6]);
});

test('answers 503 at once when forty queries of a network wait, while those of another take turns with them', async () => {
  for (let count = 0; count < MAX_CONCURRENT + MAX_QUEUED; count += 1)
    void previewQueries.fetch('entrees', TOKEN, IP);
  expect(await previewQueries.fetch('entrees', TOKEN, IP)).toEqual({ status: 503, text: '' });
  expect(requests).toHaveLength(MAX_CONCURRENT);
  await respondToOldest();
  const other = previewQueries.fetch('entrees', 'other', '2001:db8::1');
  for (let count = 0; count < 4; count += 1) await respondToOldest();
  const tokens = requests.map(({ init }) => new Headers(init.headers).get('x-preview-token'));
  expect(tokens).toContain('other');
  while (requests.length) await respondToOldest();
  expect(await other).toEqual({ status: 200, text: '{}' });
});

test('a query that times out in the queue answers 503, is never sent and frees its place', async () => {
  const queries = Array.from({ length: MAX_CONCURRENT + 2 }, () =>
    previewQueries.fetch('entrees', TOKEN, IP),
  );
  timeouts[MAX_CONCURRENT]?.abort();
  expect(await queries[MAX_CONCURRENT]).toEqual({ status: 503, text: '' });
  await respondToOldest();
  expect(requests).toHaveLength(MAX_CONCURRENT);
  for (let count = 0; count < MAX_CONCURRENT; count += 1) await respondToOldest();
  expect(requests).toEqual([]);
  expect(await queries[MAX_CONCURRENT + 1]).toEqual({ status: 200, text: '{}' });
});

test('queries that time out at the CMS hand their slots on', async () => {
  const hanging = Array.from({ length: MAX_CONCURRENT }, () => previewQueries.fetch('entrees', TOKEN, IP));
  const next = previewQueries.fetch('entrees', TOKEN, IP);
  await flushPromises();
  for (const timeout of timeouts.slice(0, MAX_CONCURRENT)) timeout.abort();
  expect(await Promise.all(hanging)).toEqual(Array(MAX_CONCURRENT).fill({ status: 503, text: '' }));
  await flushPromises();
  requests.splice(0, MAX_CONCURRENT);
  await respondToOldest();
  expect(await next).toEqual({ status: 200, text: '{}' });
});
