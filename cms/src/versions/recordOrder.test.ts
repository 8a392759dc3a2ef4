import { expect, test, vi } from 'vitest';
import { fakeStrapi } from '../../testing/fakes';
import * as accountName from '../auditLog/accountName';
import { recordOrder } from './recordOrder';
import * as storedVersions from './storedVersions';
import type { StoredVersion } from './version';

vi.spyOn(accountName, 'findAuthor').mockResolvedValue('Ruth');
const findNewest = vi.spyOn(storedVersions, 'findNewest');
const storeVersion = vi.spyOn(storedVersions, 'storeVersion').mockResolvedValue();
const updateVersion = vi.spyOn(storedVersions, 'updateVersion').mockResolvedValue();

const uid = 'api::menu-side.menu-side';
const order = {
  uid,
  documentIds: ['slaw', 'fries'],
  change: '“Slaw” moved before “Fries”',
  userId: 1,
} as const;

/** Records an order after one of an author some minutes ago. */
async function recordAfter(author: string | null, minutes: number): Promise<void> {
  const time = new Date(Date.now() - minutes * 60_000).toISOString();
  const kind = 'order' as const;
  const last: StoredVersion = { id: 7, uid, documentId: null, kind, time, author, content: {}, change: '' };
  findNewest.mockResolvedValue(last);
  await recordOrder(fakeStrapi({}), { ...order, documentIds: [...order.documentIds] });
}

test('makes one version of the moves that an account makes in one go', async () => {
  await recordAfter('Ruth', 4);
  const values = { content: { documentIds: order.documentIds }, change: 'Several were moved' };
  expect(updateVersion).toHaveBeenCalledExactlyOnceWith(
    expect.anything(),
    7,
    expect.objectContaining(values),
  );
  expect(storeVersion).not.toHaveBeenCalled();
});

test.each([
  ['a pause', 'Ruth', 6],
  ['a move of somebody else', 'Ben', 1],
  ['the order on the day of the update', null, 1],
  ['a clock that was set back', 'Ruth', -6],
])('makes a new version after %s', async (_case, author, minutes) => {
  await recordAfter(author, minutes);
  const values = { author: 'Ruth', change: order.change };
  expect(storeVersion).toHaveBeenCalledExactlyOnceWith(expect.anything(), expect.objectContaining(values));
  expect(updateVersion).not.toHaveBeenCalled();
});
