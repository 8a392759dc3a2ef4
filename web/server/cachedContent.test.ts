import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MAX_UNCONFIRMED_MS } from '../src/content/confirmation.ts';
import { parsers } from '../src/content/parsers.ts';
import type { QueryName } from '../src/content/queries.ts';
import { recordIds } from '../src/content/recordIds.ts';
import { takeErrors } from '../testing/takeErrors.ts';
import {
  CachedContent,
  FRESH_MS,
  MAX_BACKOFF_MS,
  MAX_REQUEST_WAIT_MS,
  MIN_BACKOFF_MS,
} from './cachedContent.ts';
import { ChangeQuestion } from './changeQuestion.ts';

const CMS_URL = new URL('http://cms.example');
const NOW = Date.parse('2026-06-01T00:00:00Z');
const SOUP = '{"data":[{"documentId":"1","sideName":"Soup"}]}';
const STATED =
  '{"data":[{"documentId":"1","sideName":"Soup","dietaryStatement":{"diet":"vegan","answers":{"milk":"free"}}}]}';
const STEW = '{"data":[{"documentId":"1","sideName":"Stew"}]}';
const parseSides = (body: string) => parsers.sides(JSON.parse(body));

/** The requests to the CMS that have no response yet. */
let inFlight: { respond: (body: string, status?: number, headers?: HeadersInit) => void }[] = [];
const fetchFromCms = vi.fn(
  (_url: URL, _options: RequestInit) =>
    new Promise<Response>((resolve) => {
      inFlight.push({
        // A response with status 304 has no body.
        respond: (body, status = 200, headers = {}) =>
          resolve(new Response(body || null, { status, headers })),
      });
    }),
);
const store = { load: vi.fn(), save: vi.fn(), close: vi.fn() };
const queries: CachedContent[] = [];

/** Waits until all promises that can be resolved without a timer are resolved. */
const flushPromises = () => new Promise((resolve) => setImmediate(resolve));

/** Responds to the request in flight, and waits until the query has processed the response. */
async function respond(body: string, status?: number, headers?: HeadersInit): Promise<void> {
  await flushPromises();
  expect(inFlight).toHaveLength(1);
  inFlight.pop()?.respond(body, status, headers);
  await flushPromises();
}

/** Opens a query whose content is on disk, and was confirmed a minute ago. */
async function openWithSoup(): Promise<CachedContent<'sides'>> {
  store.load.mockImplementationOnce(async (parse) => ({
    text: SOUP,
    content: parse(SOUP),
    confirmedAt: NOW - 60_000,
  }));
  const query = createQuery();
  await query.load();
  return query;
}

function createQuery(): CachedContent<'sides'> {
  const query = new CachedContent('sides', CMS_URL, new ChangeQuestion(CMS_URL), store);
  queries.push(query);
  return query;
}

/** Revalidates a stale query. */
async function revalidate(
  query: Pick<CachedContent, 'revalidateIfStale'>,
  ...response: Parameters<typeof respond>
): Promise<void> {
  vi.advanceTimersByTime(FRESH_MS);
  const wait = query.revalidateIfStale();
  await respond(...response);
  await wait;
}

/** Revalidates a stale query without success, so that it backs off. */
async function openBackingOff(): Promise<CachedContent<'sides'>> {
  const query = await openWithSoup();
  await revalidate(query, '', 500);
  return query;
}

/** Asserts that the next request to the CMS is sent after this backoff, and not before. */
async function expectRetryAfter(backoffMs: number): Promise<void> {
  expect(inFlight).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(backoffMs - 1);
  expect(inFlight).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(inFlight).toHaveLength(1);
}

beforeEach(() => {
  inFlight = [];
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout'], now: NOW });
  vi.stubGlobal('fetch', fetchFromCms);
  vi.mocked(console.error).mockReturnValue(undefined);
  vi.spyOn(console, 'log').mockReturnValue(undefined);
});

afterEach(() => {
  for (const query of queries.splice(0)) query.close();
  vi.clearAllMocks();
});

test('the first content is waited for, also longer than a request waits', async () => {
  const query = createQuery();
  const opened = vi.fn();
  const opening = query.requestFirstContent().then(opened);
  await vi.advanceTimersByTimeAsync(4 * MAX_REQUEST_WAIT_MS);
  expect(opened).not.toHaveBeenCalled();
  expect(query.age).toBeNull();
  await respond(SOUP);
  await opening;
  expect(query.content).toEqual(parseSides(SOUP));
  expect(store.save).toHaveBeenCalledExactlyOnceWith(SOUP, NOW);
});

test('a fresh query sends no request until the content is stale', async () => {
  const query = await openWithSoup();
  await revalidate(query, SOUP);
  vi.advanceTimersByTime(FRESH_MS - 1);
  expect(query.revalidateIfStale()).toBeUndefined();
  expect(fetchFromCms).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(1);
  expect(query.revalidateIfStale()).toBeInstanceOf(Promise);
  expect(fetchFromCms).toHaveBeenCalledTimes(2);
});

test('while a query revalidates, all requests share one request to the CMS and get its content', async () => {
  const query = await openWithSoup();
  const waits = [query.revalidateIfStale(), query.revalidateIfStale(), query.revalidateIfStale()];
  expect(new Set(waits).size).toBe(1);
  expect(fetchFromCms).toHaveBeenCalledOnce();
  await respond(STEW);
  await Promise.all(waits);
  expect(query.text).toBe(STEW);
  expect(query.content).toEqual(parseSides(STEW));
  expect(query.age).toBe(0);
  expect(store.save).toHaveBeenCalledExactlyOnceWith(STEW, NOW);
});

test('while a query revalidates, a request waits no longer than the maximum, and the next one does not wait', async () => {
  const query = await openWithSoup();
  const waited = vi.fn();
  void query.revalidateIfStale()?.then(waited);
  await vi.advanceTimersByTimeAsync(MAX_REQUEST_WAIT_MS - 1);
  expect(waited).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(waited).toHaveBeenCalledOnce();
  expect(query.revalidateIfStale()).toBeUndefined();
  expect(fetchFromCms).toHaveBeenCalledOnce();
});

test.each([
  ['status 500', '', 500],
  ['an invalid response', '{"data":null}', 200],
])('backing off: after %s the cached content stays and requests do not wait', async (_, body, status) => {
  const query = await openWithSoup();
  await revalidate(query, body, status);
  expect(query.text).toBe(SOUP);
  expect(query.age).toBe(61);
  expect(store.save).not.toHaveBeenCalled();
  vi.advanceTimersByTime(MIN_BACKOFF_MS - 1);
  expect(query.revalidateIfStale()).toBeUndefined();
  expect(fetchFromCms).toHaveBeenCalledOnce();
  expect(takeErrors()).toEqual([expect.stringContaining('/api/menu-sides')]);
});

/** Returns the path of the last request, and the ETag that it has. */
function readLastRequest() {
  const [url, options] = fetchFromCms.mock.lastCall ?? [];
  return { path: url?.pathname, etag: new Headers(options?.headers).get('if-none-match') };
}
const fullQuery = { path: '/api/menu-sides', etag: null };

test('unchanged content is confirmed by its ETag and not sent again', async () => {
  const query = await openWithSoup();
  await revalidate(query, SOUP, 200, { etag: '"1"' });
  expect(readLastRequest()).toEqual(fullQuery);
  for (let time = 0; time < 2; time++) {
    vi.advanceTimersByTime(60_000);
    expect(query.age).toBeGreaterThanOrEqual(60);
    await revalidate(query, '', 304);
    expect(readLastRequest()).toEqual({ path: '/api/content-state', etag: '"1"' });
    expect(query.content).toEqual(parseSides(SOUP));
    expect(query.age).toBe(0);
    expect(store.save).toHaveBeenLastCalledWith(SOUP, Date.now());
    expect(query.revalidateIfStale()).toBeUndefined();
  }
});

test('when the CMS does not confirm the content, it is requested', async () => {
  const query = await openWithSoup();
  await revalidate(query, SOUP, 200, { etag: '"1"' });
  vi.advanceTimersByTime(FRESH_MS);
  const wait = query.revalidateIfStale();
  await respond('', 204, { etag: '"2"' });
  expect(readLastRequest()).toEqual(fullQuery);
  await respond(STEW, 200, { etag: '"3"' });
  await wait;
  expect(query.content).toEqual(parseSides(STEW));
  await revalidate(query, '', 304);
  expect(readLastRequest().etag).toBe('"3"');
});

test('content that is not confirmed for an hour has no dietary statements, until it is confirmed', async () => {
  const query = await openWithSoup();
  await revalidate(query, STATED, 200, { etag: '"1"' });
  vi.advanceTimersByTime(MAX_UNCONFIRMED_MS - 1);
  expect(query.text).toBe(STATED);
  vi.advanceTimersByTime(1);
  expect(query.text).toBe(SOUP);
  expect(query.content).toEqual(parseSides(SOUP));
  await revalidate(query, '', 304);
  expect(readLastRequest()).toEqual({ path: '/api/content-state', etag: '"1"' });
  expect(query.text).toBe(STATED);
  expect(query.content).toEqual(parseSides(STATED));
  expect(store.save).toHaveBeenLastCalledWith(STATED, Date.now());
});

test('a question that fails is a failure of the query, and the content is requested after the backoff', async () => {
  const query = await openWithSoup();
  await revalidate(query, SOUP, 200, { etag: '"1"' });
  vi.advanceTimersByTime(FRESH_MS);
  fetchFromCms.mockRejectedValueOnce(new TypeError('fetch failed'));
  await query.revalidateIfStale();
  expect(query.failedRequests).toBe(1);
  expect(takeErrors()).toEqual([expect.stringContaining('/api/menu-sides')]);
  await expectRetryAfter(MIN_BACKOFF_MS);
  expect(readLastRequest()).toEqual(fullQuery);
});

test('a query that backs off doubles the backoff up to the maximum, and logs the failures once', async () => {
  const query = await openBackingOff();
  let backoffMs = MIN_BACKOFF_MS;
  for (const next of [2_000, 4_000, 8_000, 16_000, MAX_BACKOFF_MS, MAX_BACKOFF_MS]) {
    await expectRetryAfter(backoffMs);
    expect(query.revalidateIfStale()).toBeUndefined();
    await respond('', 500);
    backoffMs = next;
  }
  expect(takeErrors()).toHaveLength(1);
});

test('a query that backs off becomes fresh after a valid response in time, and logs the recovery', async () => {
  const query = await openBackingOff();
  await expectRetryAfter(MIN_BACKOFF_MS);
  await respond(STEW);
  expect(query.text).toBe(STEW);
  expect(console.log).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(FRESH_MS);
  expect(query.revalidateIfStale()).toBeInstanceOf(Promise);
  expect(takeErrors()).toHaveLength(1);
});

test('a query that backs off keeps the minimum backoff while responses are valid but late', async () => {
  const query = await openWithSoup();
  void query.revalidateIfStale();
  for (const text of [STEW, SOUP, STEW]) {
    await vi.advanceTimersByTimeAsync(MAX_REQUEST_WAIT_MS);
    expect(query.revalidateIfStale()).toBeUndefined();
    await respond(text);
    expect(query.text).toBe(text);
    await expectRetryAfter(MIN_BACKOFF_MS);
  }
  expect(takeErrors()).toEqual([]);
});

test('a query that backs off keeps the minimum backoff while there is no content', async () => {
  const query = createQuery();
  void query.requestFirstContent();
  await respond('', 500);
  for (let retry = 0; retry < 3; retry++) {
    await expectRetryAfter(MIN_BACKOFF_MS);
    await respond('', 500);
  }
  takeErrors();
});

test('a closed query does not retry after a backoff', async () => {
  (await openBackingOff()).close();
  await vi.advanceTimersByTimeAsync(MAX_BACKOFF_MS);
  expect(fetchFromCms).toHaveBeenCalledOnce();
  takeErrors();
});

test('a closed query does not retry or log after a failure of the request in flight', async () => {
  const query = await openWithSoup();
  const wait = query.revalidateIfStale();
  query.close();
  await respond('', 500);
  await wait;
  await vi.advanceTimersByTimeAsync(MAX_BACKOFF_MS);
  expect(query.revalidateIfStale()).toBeUndefined();
  expect(fetchFromCms).toHaveBeenCalledOnce();
  expect(store.close).toHaveBeenCalledOnce();
  expect(takeErrors()).toEqual([]);
});

/** A response with the given tabs; each name is the id followed by `suffix`. */
const tabsResponse = (ids: readonly string[], suffix = '') =>
  JSON.stringify({ data: ids.map((documentId) => ({ documentId, tabName: documentId + suffix })), meta: {} });

/** Opens a query whose first content is this response of the CMS. */
async function openQuery<Name extends QueryName>(name: Name, body: string): Promise<CachedContent<Name>> {
  const query = new CachedContent(name, CMS_URL, new ChangeQuestion(CMS_URL), store);
  queries.push(query);
  const opening = query.requestFirstContent();
  await respond(body);
  await opening;
  return query;
}

const [firstTab, ...otherTabs] = recordIds.tabs;

test('a fixed record that the CMS lacks keeps its cached copy until the CMS has it again, and is logged once', async () => {
  const query = await openQuery('tabs', tabsResponse(recordIds.tabs));
  const cached = {
    ...Object.fromEntries(otherTabs.map((id) => [id, `${id} new`])),
    [firstTab]: firstTab,
  };
  for (let time = 0; time < 2; time++) {
    await revalidate(query, tabsResponse(otherTabs, ' new'));
    expect(query.content).toEqual(cached);
    // Browsers parse the text, and a restart loads it from disk.
    expect(parsers.tabs(JSON.parse(query.text ?? ''))).toEqual(cached);
    expect(store.save).toHaveBeenLastCalledWith(query.text, expect.any(Number));
    expect(query.age).toBe(0);
  }
  expect(takeErrors()).toEqual([expect.stringContaining(`no ${firstTab} in /api/website-tabs`)]);
  expect(console.log).not.toHaveBeenCalled();

  await revalidate(query, tabsResponse(recordIds.tabs, ' again'));
  expect(query.content?.[firstTab]).toBe(`${firstTab} again`);
  expect(console.log).toHaveBeenCalledOnce();
});

test('a response with none of the fixed records is a failure, and the cached content stays', async () => {
  const query = await openQuery('tabs', tabsResponse(recordIds.tabs));
  const { text } = query;
  await revalidate(query, tabsResponse([]));
  await expectRetryAfter(MIN_BACKOFF_MS);
  await respond(tabsResponse(['tab-of-another-site']));
  expect(query.text).toBe(text);
  expect(takeErrors()).toEqual([expect.stringContaining('every record is missing')]);
});

test('drinks without their heading are shown below its cached copy, and a list without any entry is a failure', async () => {
  const drinks = [{ drinkName: 'Tea' }, { drinkName: 'Cola', offMenu: true }];
  // As versions of the CMS before 1.14 answer.
  const single = { documentId: 'menu-soft-drinks', subHeading: 'Soft drinks', drinks };
  const query = await openQuery('softDrinks', JSON.stringify({ data: single }));
  expect(query.content).toEqual({ heading: 'Soft drinks', names: ['Tea'] });
  const milk = { documentId: 'milk', drinkName: 'Milk' };
  await revalidate(query, JSON.stringify({ data: [milk] }));
  const shown = { heading: 'Soft drinks', names: ['Milk'] };
  expect(query.content).toEqual(shown);
  expect(parsers.softDrinks(JSON.parse(query.text ?? ''))).toEqual(shown);
  expect(takeErrors()).toEqual([expect.stringContaining('no menu-soft-drinks in /api/menu-soft-drinks')]);

  await revalidate(query, JSON.stringify({ data: [] }));
  expect(query.content).toEqual(shown);
  expect(takeErrors()).toEqual([expect.stringContaining('every record is missing')]);
});
