import { expect, test, vi } from 'vitest';
import { fakeSecrets } from '../../testing/fakeSecrets';
import { fakeContext, fakeStrapi } from '../../testing/fakes';
import * as restoreId from '../content/restoreId';
import { ExpiringTokens } from '../environment/expiringTokens';
import { endKnownBrowsers, isKnownBrowser, markKnownBrowser } from './knownBrowser';

fakeSecrets();
const readRestoreId = vi.spyOn(restoreId, 'readRestoreId').mockResolvedValue(null);

const OWNER = 'owner@test.example';
const COOK = 'cook@test.example';

/** A site, and a browser that keeps its cookies. */
function setUp() {
  const stored = new Map<string, unknown>();
  const jar = new Map<string, string>();
  const strapi = fakeStrapi({
    store: ({ key }: { key: string }) => ({
      get: async () => stored.get(key) ?? null,
      set: async ({ value }: { value: unknown }) => void stored.set(key, value),
    }),
  });
  const context = fakeContext({
    request: {},
    cookies: {
      get: (name: string) => jar.get(name),
      set: (name: string, value: string) => jar.set(name, value),
    },
  });
  return {
    jar,
    mark: (email: string) => markKnownBrowser(strapi, context, email),
    isKnown: (email: string) => isKnownBrowser(strapi, context, email),
    end: (email: string) => endKnownBrowsers(strapi, email),
  };
}

test('a browser is known to the account that it was marked for, until its known browsers end', async () => {
  const { mark, isKnown, end } = setUp();
  for (const email of [OWNER, COOK]) await mark(email);
  await end(OWNER);
  expect([await isKnown(OWNER), await isKnown(COOK)]).toEqual([false, true]);
  await mark(OWNER);
  expect(await isKnown(OWNER)).toBe(true);
});

test('a cookie of one account does not make the browser known to another', async () => {
  const { jar, mark, isKnown } = setUp();
  await mark(COOK);
  const [token = ''] = jar.values();
  await mark(OWNER);
  for (const name of jar.keys()) jar.set(name, token);
  expect([await isKnown(OWNER), await isKnown(COOK)]).toEqual([false, true]);
});

test('a browser that version 1.6.3 has marked is known', async () => {
  const { jar, mark, isKnown } = setUp();
  await mark(OWNER);
  const [name = ''] = jar.keys();
  jar.set(name, new ExpiringTokens('known browser', 365 * 24 * 60 * 60 * 1000).create(OWNER));
  expect(await isKnown(OWNER)).toBe(true);
});

test('a restore makes every browser new', async () => {
  const { mark, isKnown } = setUp();
  await mark(OWNER);
  readRestoreId.mockResolvedValue('another');
  expect(await isKnown(OWNER)).toBe(false);
});
