import { expect, test, vi } from 'vitest';
import { fakeStrapi } from '../../testing/fakes';
import * as versions from '../site/storedVersions';
import type { Item } from './items';
import { findNewItems } from './items';

const words = { name: 'Slaw', description: '', position: 10 };
const toDish = (documentId: string, createdAt: string, isShown = false): Item => ({
  documentId,
  createdAt: new Date(createdAt),
  draft: words,
  published: isShown ? words : undefined,
  changedFields: [],
});

test('finds the items that were added since versions are recorded and that the site has never shown', async () => {
  vi.spyOn(versions, 'readFirstTime').mockResolvedValue(new Date('2026-06-01'));
  vi.spyOn(versions, 'listShownIds').mockResolvedValue(['taken off']);
  const items = [
    toDish('added', '2026-06-02'),
    toDish('taken off', '2026-06-02'),
    toDish('shown', '2026-06-02', true),
    toDish('off before versions', '2026-05-01'),
  ];
  expect(await findNewItems(fakeStrapi({}), 'menu-side', items)).toEqual(new Set(['added']));
});
