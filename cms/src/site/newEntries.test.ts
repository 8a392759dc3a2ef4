import { expect, test, vi } from 'vitest';
import { fakeStrapi } from '../../testing/fakes';
import { uidOf } from '../shared/content/contentTypes';
import { findNewEntries } from './newEntries';
import * as versions from './storedVersions';

const toEntry = (documentId: string, createdAt: string, published?: object) => ({
  documentId,
  createdAt: new Date(createdAt),
  published,
});

test('finds the entries that were added since versions are recorded and that the site has never shown', async () => {
  vi.spyOn(versions, 'readFirstTime').mockResolvedValue(new Date('2026-06-01'));
  vi.spyOn(versions, 'listShownIds').mockResolvedValue(['taken off']);
  const entries = [
    toEntry('added', '2026-06-02'),
    toEntry('taken off', '2026-06-02'),
    toEntry('shown', '2026-06-02', {}),
    toEntry('off before versions', '2026-05-01'),
  ];
  expect(await findNewEntries(fakeStrapi({}), uidOf('menu-side'), entries)).toEqual(new Set(['added']));
});
