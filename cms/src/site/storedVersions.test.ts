import { expect, test } from 'vitest';
import { fakeStrapi } from '../../testing/fakes';
import { requireVersion, selectExpired } from './storedVersions';
import type { VersionKind } from './version';

const list = (kind: VersionKind, count: number) => Array.from({ length: count }, () => ({ kind }));

test('keeps the newest 100 versions of an entry', () => {
  const versions = list('publish', 103);
  expect(selectExpired(versions)).toEqual(versions.slice(100));
});

test.each(['publish', 'unpublish'] as const)(
  'keeps the last version of the kind %s, also before a hundred deletions',
  (kind) => {
    const versions = [...list('delete', 100), ...list(kind, 1), ...list('publish', 2)];
    expect(selectExpired(versions)).toEqual(versions.slice(101));
  },
);

test('keeps the newest 100 orders', () => {
  const versions = list('order', 101);
  expect(selectExpired(versions)).toEqual(versions.slice(100));
});

test.each([0, 1.5, 2_147_483_648])(
  'a version with the id %s, which the database would refuse, is not kept',
  async (id) => {
    await expect(requireVersion(fakeStrapi({}), id)).rejects.toThrow(/^This version is not kept any more/);
  },
);
