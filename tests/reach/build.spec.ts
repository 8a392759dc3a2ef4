import { readdirSync, readFileSync } from 'node:fs';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from '../support/stack.ts';

const ASSETS = new URL('../../web/dist/client/assets/', import.meta.url);
const list = (pattern: RegExp) => readdirSync(ASSETS).filter((name) => pattern.test(name));
const read = (name: string) => readFileSync(new URL(name, ASSETS));

test('the build has compressed every script and style sheet', () => {
  const names = list(/\.(css|js)$/);
  expect(names.length).toBeGreaterThan(1);
  for (const name of names) {
    expect(brotliDecompressSync(read(`${name}.br`)), name).toEqual(read(name));
    expect(gunzipSync(read(`${name}.gz`)), name).toEqual(read(name));
  }
});

test('client scripts do not contain code for structured data or Open Graph tags', () => {
  const names = list(/\.js$/);
  expect(names.length).toBeGreaterThan(0);
  for (const name of names)
    expect(
      read(name)
        .toString()
        .match(/schema\.org|PostalAddress|og:image/),
      name,
    ).toBeNull();
});
