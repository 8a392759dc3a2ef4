import { expect, test, vi } from 'vitest';
import { queries } from '../src/content/queries.ts';
import { QueryError } from '../src/content/queryError.ts';
import { fetchFromCms } from './fetchFromCms.ts';

const MAX_RESPONSE_BYTES = 4 * 1024 * 1024;
const CMS_URL = new URL('http://cms.example:1337');

/** Sends a query to a CMS that responds so. */
function query(response: Response, options: { headers?: Record<string, string> } = {}) {
  const fetch = vi.fn(async (_url: URL, _init: RequestInit) => response);
  vi.stubGlobal('fetch', fetch);
  const { signal } = new AbortController();
  return { fetch, signal, result: fetchFromCms(CMS_URL, queries.siteName, { signal, ...options }) };
}

test('sends the query with its headers, and rejects redirects', async () => {
  const { fetch, signal, result } = query(new Response('{}'), { headers: { 'x-preview-token': 'token' } });
  await result;
  const [url, init] = fetch.mock.calls[0] ?? [];
  expect(url?.href).toBe('http://cms.example:1337/api/website-name?populate=*');
  expect(init).toEqual({
    headers: { accept: 'application/json', 'user-agent': 'scioto-table-site', 'x-preview-token': 'token' },
    redirect: 'error',
    signal,
  });
});

test('returns a text of the maximum size, whose characters are split between chunks', async () => {
  const bytes = Buffer.from('é'.repeat(MAX_RESPONSE_BYTES / 2));
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(bytes.subarray(0, 1_001));
      controller.enqueue(bytes.subarray(1_001));
      controller.close();
    },
  });
  const { status, text } = await query(new Response(body)).result;
  expect(status).toBe(200);
  expect(text === bytes.toString()).toBe(true);
});

test('stops reading a response that is too large', async () => {
  let chunks = 0;
  const cancel = vi.fn();
  const body = new ReadableStream({
    pull(controller) {
      chunks += 1;
      controller.enqueue(new Uint8Array(1024 * 1024));
    },
    cancel,
  });
  await expect(query(new Response(body)).result).rejects.toThrow(new QueryError('the response is too large'));
  expect(cancel).toHaveBeenCalledOnce();
  expect(chunks).toBeLessThan(10);
});

test.each([204, 500])('returns the status %i without reading the body', async (status) => {
  const cancel = vi.fn();
  const body = status === 204 ? null : new ReadableStream({ cancel });
  expect(await query(new Response(body, { status })).result).toEqual({ status, text: '' });
  if (body) expect(cancel).toHaveBeenCalledOnce();
});
