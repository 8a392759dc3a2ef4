import { createHash } from 'node:crypto';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSeedResponse } from '../../tests/support/seedContent.ts';
import { seedRecord } from '../../tests/support/seedRecords.ts';
import { pages } from '../src/content/pages.ts';
import { queries } from '../src/content/queries.ts';
import { ONE_PIXEL, removeFolders, StubCms, type TestSite } from '../testing/testSite.ts';
import { FRESH_MS } from './cachedContent.ts';

// The whole server of the site, without a port: what its parts do is shown beside them.

const NOON = Date.parse('2026-11-18T12:00:00-05:00');
const PAGES = pages.flatMap(({ path, alias }) => (alias ? [path, alias] : [path]));
const QUERIES: string[] = Object.values(queries).map(({ path }) => path);
const SCRIPT = '/assets/loadApp-a1.js';
const PICTURE = '/uploads/lasagna.webp';
/** One path of each kind of resource. */
const KINDS = ['/menu', '/nowhere', '/api/homepages', '/robots.txt', '/favicon.svg', SCRIPT, PICTURE];
const homeHeading = seedRecord('homepage', 'home-main').mainHeading ?? '';

let cms: StubCms;
let site: TestSite;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: NOON });
  cms = new StubCms();
  site = await cms.openSite();
});
afterEach(() => void vi.useRealTimers());
afterAll(removeFolders);

test('serves the content of the CMS at the paths of its queries, whatever their query string', async () => {
  for (const path of QUERIES)
    for (const query of ['', '?status=draft', '?populate=*&pagination[pageSize]=1'])
      expect((await site.ask(path + query)).text, path).toBe(createSeedResponse(path));
});

test('compresses each kind of text, and confirms it by its ETag', async () => {
  for (const path of KINDS.filter((kind) => kind !== PICTURE)) {
    const { text } = await site.ask(path);
    const { headers, body, status } = await site.ask(path, { 'accept-encoding': 'gzip, br' });
    expect(headers, path).toMatchObject({
      'content-encoding': 'br',
      'content-length': String(body.length),
      vary: expect.stringMatching(/accept-encoding/i),
    });
    expect(brotliDecompressSync(body).toString(), path).toBe(text);
    if (status !== 200) continue;
    const ifNoneMatch = { 'accept-encoding': 'gzip, br', 'if-none-match': `"other", ${headers.etag}` };
    const confirmation = await site.ask(path, ifNoneMatch);
    expect([confirmation.status, confirmation.text], path).toEqual([304, '']);
    for (const name of ['etag', 'cache-control', 'vary', 'cdn-cache-control'])
      expect(confirmation.headers[name], `${path} ${name}`).toBe(headers[name]);
  }
});

test('HEAD returns the headers of GET without a body', async () => {
  for (const path of KINDS) {
    const got = await site.ask(path);
    const head = await site.ask(path, {}, { method: 'HEAD' });
    expect({ ...head, body: [...head.body] }, path).toEqual({ ...got, body: [], text: '' });
  }
});

test('browsers revalidate pages and queries on each use, CDNs after it', async () => {
  for (const path of [...PAGES, ...QUERIES]) {
    const { status, headers } = await site.ask(path);
    expect([status, headers['cache-control']], path).toEqual([200, 'no-cache']);
    for (const directive of ['s-maxage', 'stale-while-revalidate', 'stale-if-error'])
      expect(headers['cdn-cache-control'], path).toMatch(new RegExp(`\\b${directive}=\\d+`));
  }
});

test('only files with a version in their address are immutable', async () => {
  const [, version = ''] = /\/uploads\/lasagna\.webp(\?v=\w+)/.exec((await site.ask('/')).text) ?? [];
  expect(version).not.toBe('');
  for (const [path, type, caching] of [
    [SCRIPT, 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
    ['/assets/font-c3.woff2', 'font/woff2', 'public, max-age=31536000, immutable'],
    // The test site has one PNG for all names.
    [PICTURE + version, 'image/png', 'public, max-age=31536000, immutable'],
    [PICTURE, 'image/png', 'no-cache'],
    [`${PICTURE}?v=other`, 'image/png', 'no-cache'],
    ['/favicon.svg', 'image/svg+xml', 'no-cache'],
    ['/assets/nothing.js', 'application/json; charset=utf-8', 'no-store'],
    ['/uploads/made-up.webp?v=1', 'application/json; charset=utf-8', 'no-store'],
  ]) {
    const { headers } = await site.ask(path ?? '');
    expect([headers['content-type'], headers['cache-control']], path).toEqual([type, caching]);
  }
  const { headers } = await site.ask(PICTURE);
  expect((await site.ask(PICTURE, { 'if-none-match': String(headers.etag) })).status).toBe(304);
});

test('every response has the security headers, and no page may run the scripts of a picture', async () => {
  for (const path of [...KINDS, '/api/users', '/healthz', '/%', '/social-card.png']) {
    const { headers } = await site.ask(path);
    const isPicture = String(headers['content-type']).startsWith('image/');
    expect(headers, path).toMatchObject({
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'permissions-policy': expect.stringContaining('geolocation=()'),
      'cross-origin-resource-policy': isPicture ? 'cross-origin' : 'same-origin',
    });
    expect(headers.server ?? headers['x-powered-by'], path).toBeUndefined();
  }
  expect((await site.ask(PICTURE)).headers['content-security-policy']).toContain('sandbox');
});

test('methods other than GET and HEAD get status 405, and malformed addresses 400', async () => {
  for (const path of [...KINDS, '/healthz', ...QUERIES])
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const) {
      const { status, headers } = await site.ask(path, {}, { method });
      expect([status, headers.allow], `${method} ${path}`).toEqual([405, 'GET, HEAD']);
    }
  for (const path of ['/%', '/%E0%A4%A', '/menu%', '/api/%zz', '/assets/%', '/uploads/%E0%A4%A', '/%ff'])
    expect((await site.ask(path)).status, path).toBe(400);
});

test('serves only pictures from /uploads, and asks the CMS for nothing else', async () => {
  const paths = [
    'page.html',
    'drawing.svg',
    '.env',
    '',
    '%2erestore/staged.webp',
    '..%2f..%2fcms%2fsecrets.json',
  ];
  cms.requests.splice(0);
  for (const path of paths) expect((await site.ask(`/uploads/${path}`)).status, path).toBe(404);
  expect(cms.requests).toEqual([]);
});

test('a client can request a part of a picture', async () => {
  const part = await site.ask(PICTURE, { range: 'bytes=10-19' });
  const length = ONE_PIXEL.length;
  expect([part.status, part.headers['content-range']]).toEqual([206, `bytes 10-19/${length}`]);
  expect(part.body).toEqual(ONE_PIXEL.subarray(10, 20));
  const { status, headers } = await site.ask(PICTURE, { range: 'bytes=99999999-' });
  expect([status, headers['content-range']]).toEqual([416, `bytes */${length}`]);
  expect(headers['cache-control']).toBe('no-store');
});

test('a picture that only the CMS can have is temporarily unavailable while the CMS is down', async () => {
  cms.stop();
  const { status, headers } = await site.ask('/uploads/draft.png');
  expect([status, headers['cache-control'], headers['retry-after']]).toEqual([503, 'no-store', '1']);
  cms.isDown = false;
  const found = await site.ask('/uploads/draft.png');
  expect([found.status, found.headers['cache-control']]).toEqual([200, 'no-cache']);
});

type Request = [path: string, headers: Record<string, string>];

test('a flood of made-up tokens and pictures from one address delays nobody else', async () => {
  const token = (index: number) => `9999999999999.${String(index).padStart(43, 'A')}.session`;
  const preview = (index: number) => ({ 'x-preview-token': token(index) });
  for (const createRequest of [
    (index: number): Request => ['/api/menu-sides', preview(index)],
    (index: number): Request => ['/api/preview-state', preview(index)],
    (index: number): Request => [`/uploads/made-up-${index}.png`, {}],
  ]) {
    const send = async (index: number, remoteAddress: string) =>
      (await site.ask(...createRequest(index), { remoteAddress })).status;
    const flood = Array.from({ length: 200 }, (_, index) => send(index, '203.0.113.1'));
    const other = await send(200, '198.51.100.1');
    // Everyone else gets the answer of the CMS.
    expect(other).not.toBe(503);
    expect(new Set(await Promise.all(flood))).toEqual(new Set([other, 503]));
  }
});

test('a request for stale content waits for revalidation and gets the newest content', async () => {
  cms.editResponse = (body) => body.replaceAll(homeHeading, 'Come in, it is cold outside');
  expect((await site.ask('/')).text).toContain(homeHeading);
  vi.advanceTimersByTime(FRESH_MS);
  expect((await site.ask('/')).text).toContain('Come in, it is cold outside');
});

test('without any content, caches may store no response, until the CMS has recovered', async () => {
  const empty = new StubCms();
  empty.stop();
  const started = await empty.openSite();
  for (const path of [...PAGES, ...QUERIES]) {
    const { status, headers } = await started.ask(path);
    expect(status, path).toBe(QUERIES.includes(path) ? 503 : 200);
    expect(headers['cache-control'], path).toBe('no-store');
    expect(headers['cdn-cache-control'], path).toBeUndefined();
  }
  const health = await started.ask('/healthz');
  expect([health.status, health.headers['cache-control']]).toEqual([200, 'no-store']);
  const noContent = Object.fromEntries(Object.keys(queries).map((name) => [name, null]));
  expect(JSON.parse(health.text)).toEqual({ status: 'ok', words: noContent });
  empty.isDown = false;
  // The backoff after the failures.
  vi.useRealTimers();
  await vi.waitFor(async () => expect((await started.ask('/')).text).toContain(homeHeading), 10_000);
});

test('what a CMS of another version lacks is an empty place', async () => {
  const other = new StubCms();
  // The site names what is missing.
  other.stop();
  other.isDown = false;
  const missing = ['home-story-1', 'tab-services', 'menu-sides', 'menu-alcohol'];
  other.editResponse = (body, path) => {
    if (path === '/api/menu-soft-drinks') return '';
    const { data }: { data: { documentId: string } | { documentId: string }[] } = JSON.parse(body);
    const addField = (entry: object) => ({ ...entry, later: [{ field: 'unknown to the site' }] });
    const records = Array.isArray(data)
      ? data.filter(({ documentId }) => !missing.includes(documentId)).map(addField)
      : addField(data);
    return JSON.stringify({ data: records });
  };
  const started = await other.openSite();
  const home = await started.readPage('/');
  expect(home.querySelector('h1')?.textContent).toBe(homeHeading);
  expect(home.querySelectorAll('footer nav a')).toHaveLength(pages.length - 1);
  expect(home.querySelector('#home-story-1')).toBeNull();
  expect(home.querySelector('#home-story-2')?.textContent).not.toBe('');
  const menu = await started.readPage('/menu');
  for (const id of ['lasagna', 'menu-alcohol'])
    expect(menu.querySelector(`[id="${id}"]`)?.textContent, id).not.toBe('');
  expect(menu.querySelector('#menu-soft-drinks')?.textContent).toBe('');
});

test('a page with a focal point has its rules once, which its Content-Security-Policy allows', async () => {
  cms.editResponse = (body) => body.replaceAll('"formats":', '"focalPoint":{"x":21,"y":80},"formats":');
  const response = await (await cms.openSite()).ask('/');
  expect(response.text.match(/<img[^>]* data-focal-point="20 80"/g)?.length).toBeGreaterThan(1);
  const styles = [...response.text.matchAll(/<style[^>]*>([^<]*)<\/style>/g)].map(([, text = '']) => text);
  expect(styles.filter((text) => text.includes('[data-focal-point$=" 80"]{--focal-y:80%}'))).toHaveLength(1);
  for (const text of styles) {
    const hash = createHash('sha256').update(text).digest('base64');
    expect(response.headers['content-security-policy']).toContain(`'sha256-${hash}'`);
  }
});
