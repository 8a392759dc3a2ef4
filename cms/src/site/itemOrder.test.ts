import { expect, test, vi } from 'vitest';
import { fakeStrapi } from '../../testing/fakes';
import type { Entry } from './entry';
import { changeOrder, describeMove, findLastPosition, sortItems, sortPositions } from './itemOrder';
import * as storedVersions from './storedVersions';
import type { StoredVersion } from './version';

const findNewest = vi.spyOn(storedVersions, 'findNewest');
const storeVersion = vi.spyOn(storedVersions, 'storeVersion').mockResolvedValue(1);
const updateVersion = vi.spyOn(storedVersions, 'updateVersion').mockResolvedValue();

const uid = 'api::menu-side.menu-side';

const toDish = (name: string, position: number | null, shown?: Entry['draft']): Entry => {
  const draft = { sideName: name, position };
  return {
    uid,
    documentId: name,
    updatedAt: 0,
    draft,
    published: shown && { ...draft, ...shown },
  };
};

/** Dishes with names of one letter, in their order. */
const toDishes = (names: string) => [...names].map((name, index) => toDish(name, 10 * (index + 1)));

/** Moves dishes after an author has moved some a few minutes ago. */
async function moveAfter(author: string | null, minutes: number): Promise<void> {
  const time = new Date(Date.now() - minutes * 60_000).toISOString();
  const kind = 'order' as const;
  const last: StoredVersion = { id: 7, uid, documentId: null, kind, time, author, content: {}, change: '' };
  findNewest.mockResolvedValue(last);
  const moved = toDishes('BA');
  await changeOrder(fakeStrapi({}), 'menu-side', moved.toReversed(), moved, { userId: 1, name: 'Ruth' });
}

test('makes one version of the moves that an account makes in one go', async () => {
  await moveAfter('Ruth', 4);
  const values = { content: { documentIds: ['B', 'A'] }, change: 'Several were moved' };
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
  await moveAfter(author, minutes);
  const values = { author: 'Ruth', change: '“B” moved before “A”' };
  expect(storeVersion).toHaveBeenCalledExactlyOnceWith(expect.anything(), expect.objectContaining(values));
  expect(updateVersion).not.toHaveBeenCalled();
});

test.each([
  ['ABCD', 'DABC', '“D” moved before “A”'],
  ['ABCD', 'BCDA', '“A” moved to the end'],
  ['ABCD', 'ACBD', '“C” moved before “B”'],
  ['ABCD', 'DCBA', 'Several were moved'],
])('describes the move from %s to %s', (before, after, sentence) => {
  const dishes = toDishes(before);
  const moved = [...after].flatMap((id) => dishes.find(({ documentId }) => documentId === id) ?? []);
  expect(describeMove(dishes, moved)).toBe(sentence);
});

test('sorts by the position and the name on the site, items without a position last', () => {
  const items = [
    toDish('Toast', null, {}),
    toDish('Soup', 20, {}),
    toDish('Beets', null),
    toDish('Zucchini', 20, { sideName: ' Apple' }),
    toDish('Bread', 99, { position: 10 }),
    toDish('Salad', 15),
  ];
  expect(sortItems(items).map(({ documentId }) => documentId)).toEqual([
    'Bread',
    'Salad',
    'Zucchini',
    'Soup',
    'Beets',
    'Toast',
  ]);
});

test.each([
  ['behind the greatest position', [30, 10], 40],
  ['of the first item', [], 10],
  ['behind an item without a position: none', [10, null], undefined],
  ['behind the greatest integer of Postgres: none', [2_147_483_647], undefined],
])('finds the position %s', (_case, positions, last) => {
  expect(findLastPosition(positions)).toBe(last);
});

test.each([
  ['that items have, so that a deleted one comes back between them', [40, 10, 25], [10, 25, 40]],
  ['by number when two items have the same', [10, 20, 20], [10, 20, 30]],
  ['by number when items have none', [30, null, null], [10, 20, 30]],
  ['by number when one has none', [30, 20, null], [10, 20, 30]],
])('gives moved items the positions %s', (_case, positions, sorted) => {
  expect(sortPositions(positions.map((position) => toDish('Soup', 5, { position })))).toEqual(sorted);
});
