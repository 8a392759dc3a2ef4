import { expect, test, vi } from 'vitest';
import { fakeSecrets } from '../../testing/fakeSecrets';
import { fakeContext, fakeStrapi } from '../../testing/fakes';
import { ExpiringTokens } from '../environment/expiringTokens';
import * as restoreId from '../site/restoreId';
import { isKnownBrowser, markKnownBrowser } from './knownBrowser';

fakeSecrets();
vi.spyOn(restoreId, 'readRestoreId').mockResolvedValue(null);

const OWNER = 'owner@test.example';
const COOK = 'cook@test.example';

/** A site, and a browser that keeps its cookies. */
function setUp() {
  const jar = new Map<string, string>();
  const strapi = fakeStrapi({ store: () => ({ get: async () => null }) });
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
  };
}

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
