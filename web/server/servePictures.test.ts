import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { afterEach, expect, test, vi } from 'vitest';
import type { ContentCache } from './contentCache.ts';
import { servePictures } from './servePictures.ts';
import { readSettings } from './settings.ts';

const IMMUTABLE = 'public, max-age=31536000, immutable';
const VERSION = 'mbmsdw1x';
const NEWER = 'mbmsdw1y';
const cacheFolder = mkdtempSync(join(tmpdir(), 'site-'));
const server = fastify();

afterEach(async () => {
  await server.close();
  rmSync(cacheFolder, { recursive: true });
});

test('only the address of a picture’s current file is immutable for browsers', async () => {
  const picture = Buffer.from('\x89PNG', 'latin1');
  vi.stubGlobal('fetch', async () => {
    const headers = { 'content-type': 'image/png', 'content-length': String(picture.length) };
    return new Response(picture, { headers: { ...headers, 'last-modified': new Date().toUTCString() } });
  });
  const content = { src: `/uploads/dish.png?v=${VERSION}` };
  const home: { content: object; onChange?: () => void } = { content };
  // Cast: the pictures use only these members.
  const cache = { home } as unknown as ContentCache;
  await servePictures(server, cache, { ...readSettings({}), cacheFolder });
  const readCacheControl = async (query: string) => {
    const response = await server.inject(`/uploads/dish.png${query}`);
    return [response.statusCode, response.headers['cache-control']];
  };
  expect(await readCacheControl(`?v=${VERSION}`)).toEqual([200, IMMUTABLE]);
  for (const query of ['', '?v=', '?v=0', '?v=zzzz', `?v=${NEWER}`, `?v=${VERSION}&x=1`])
    expect(await readCacheControl(query), query).toEqual([200, 'no-cache']);

  home.content = { src: `/uploads/dish.png?v=${NEWER}` };
  home.onChange?.();
  expect(await readCacheControl(`?v=${NEWER}`)).toEqual([200, IMMUTABLE]);
  expect(await readCacheControl(`?v=${VERSION}`)).toEqual([200, 'no-cache']);
});
