import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fastify from 'fastify';
import { expect, test, vi } from 'vitest';
import { encodeResponse, NO_STORE, REVALIDATE, sendEncoded } from './encodedResponse.ts';

const TEXT = 'soup of the day '.repeat(50);

/** Requests a prepared response from a server. */
async function request(
  headers: Record<string, string>,
  prepared = encodeResponse(TEXT, 'text/html; charset=utf-8', { 'cache-control': 'no-cache' }),
) {
  const server = fastify();
  const response = await prepared;
  server.get('/', (received, reply) => sendEncoded(received, reply, response));
  return server.inject({ url: '/', headers });
}

test.each([
  [undefined, undefined],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=1, br;q=0.1', 'gzip'],
  ['br;q=0, gzip;q=0', undefined],
  ['*', 'br'],
  ['identity;q=0', undefined],
])('for the accepted encodings %j, the encoding is %s', async (accepted, encoding) => {
  const { headers, rawPayload } = await request(
    accepted === undefined ? {} : { 'accept-encoding': accepted },
  );
  expect(headers['content-encoding']).toBe(encoding);
  expect(headers.vary).toBe('accept-encoding');
  const decode = { br: brotliDecompressSync, gzip: gunzipSync }[encoding ?? ''] ?? ((bytes: Buffer) => bytes);
  expect(decode(rawPayload).toString()).toBe(TEXT);
  if (encoding) expect(rawPayload.length).toBeLessThan(TEXT.length / 4);
});

test('every encoding has an ETag of its own, which depends on the content only', async () => {
  const etagOf = async (encoding: string, text = TEXT) =>
    (await request({ 'accept-encoding': encoding }, encodeResponse(text, 'text/html', {}))).headers.etag;
  const etags = [await etagOf('br'), await etagOf('gzip'), await etagOf('identity')];
  expect(new Set(etags).size).toBe(3);
  for (const etag of etags) expect(etag).toMatch(/^"[\w-]+"$/);
  expect(await etagOf('br')).toBe(etags[0]);
  expect(await etagOf('br', 'stew')).not.toBe(etags[0]);
});

test.each([
  ['the ETag', (etag: string) => etag, 304],
  ['the weak ETag', (etag: string) => `W/${etag}`, 304],
  ['a list with the ETag', (etag: string) => `"other",  ${etag} , "another"`, 304],
  ['*', () => '*', 304],
  ['another ETag', () => '"other"', 200],
  ['the ETag without quotes', (etag: string) => etag.replaceAll('"', ''), 200],
])('If-None-Match with %s', async (_, ifNoneMatch, status) => {
  const first = await request({ 'accept-encoding': 'gzip' });
  const response = await request({
    'accept-encoding': 'gzip',
    'if-none-match': ifNoneMatch(String(first.headers.etag)),
  });
  expect(response.statusCode).toBe(status);
  expect(response.headers).toMatchObject({
    etag: first.headers.etag,
    'cache-control': 'no-cache',
    vary: 'accept-encoding',
  });
  expect(response.rawPayload.length).toBe(status === 304 ? 0 : first.rawPayload.length);
});

test('the ETag of another encoding does not match', async () => {
  const { headers } = await request({ 'accept-encoding': 'br' });
  const response = await request({ 'accept-encoding': 'gzip', 'if-none-match': String(headers.etag) });
  expect(response.statusCode).toBe(200);
});

test('an error is never answered with 304', async () => {
  const response = await request({ 'if-none-match': '*' }, encodeResponse(TEXT, 'text/html', {}, 503));
  expect(response.statusCode).toBe(503);
  expect(response.payload).toBe(TEXT);
});

test('does not compress images, so that they do not vary', async () => {
  const bytes = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff]);
  const { headers, rawPayload } = await request(
    { 'accept-encoding': 'br' },
    encodeResponse(bytes, 'image/png', {}),
  );
  expect(headers).not.toHaveProperty('vary');
  expect(headers).not.toHaveProperty('content-encoding');
  expect(rawPayload.equals(bytes)).toBe(true);
});

test.each(['image/svg+xml', 'application/json'])('compresses %s', async (type) => {
  const { headers } = await request({ 'accept-encoding': 'br' }, encodeResponse(TEXT, type, {}));
  expect(headers['content-encoding']).toBe('br');
});

test('adds the encoding to the headers by which a response varies already', async () => {
  const { headers } = await request({}, encodeResponse(TEXT, 'text/html', { vary: 'x-preview-token' }));
  expect(headers.vary).toBe('accept-encoding, x-preview-token');
});

/** Requests a response with these headers when its interval ends in so many seconds. */
async function requestBeforeEnd(
  secondsLeft: number,
  headers: Record<string, string> = REVALIDATE,
  etag = '',
) {
  vi.useFakeTimers({ toFake: ['Date'] });
  const interval = { from: Date.now() - 60_000, until: Date.now() + secondsLeft * 1_000 };
  const response = { ...(await encodeResponse(TEXT, 'text/html', headers)), interval };
  return request({ 'if-none-match': etag }, Promise.resolve(response));
}

test.each([
  [3_600, 's-maxage=1, stale-while-revalidate=60'],
  [60.9, 's-maxage=1, stale-while-revalidate=59'],
  [0.9, 's-maxage=0, stale-while-revalidate=0'],
])(
  '%s seconds before its interval ends, a CDN may reuse a response for %s and on errors',
  async (secondsLeft, lifetimes) => {
    const { headers } = await requestBeforeEnd(secondsLeft);
    expect(headers['cdn-cache-control']).toBe(`public, ${lifetimes}, stale-if-error=604800`);
    expect(headers['cache-control']).toBe('no-cache');
    const unchanged = await requestBeforeEnd(secondsLeft, REVALIDATE, String(headers.etag));
    expect(unchanged.statusCode).toBe(304);
    expect(unchanged.headers['cdn-cache-control']).toBe(headers['cdn-cache-control']);
  },
);

test('on errors, a CDN may reuse what states the ingredients of dishes for an hour', async () => {
  const response = { ...(await encodeResponse(TEXT, 'text/html', REVALIDATE)), hasStatements: true };
  const { headers } = await request({}, Promise.resolve(response));
  expect(headers['cdn-cache-control']).toBe(
    'public, s-maxage=1, stale-while-revalidate=60, stale-if-error=3600',
  );
});

test('a response that no cache may store gets no lifetime from its interval', async () => {
  const { headers } = await requestBeforeEnd(30, NO_STORE);
  expect(headers['cache-control']).toBe('no-store');
  expect(headers).not.toHaveProperty('cdn-cache-control');
});
