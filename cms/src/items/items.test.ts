import { expect, test } from 'vitest';
import { findLastPosition, type Item, sortItems, sortPositions } from './items';

const toDish = (name: string, position: number | null, shown?: Partial<Item['draft']>): Item => {
  const draft = { name, description: '', position };
  return {
    documentId: name,
    createdAt: new Date(0),
    draft,
    published: shown && { ...draft, ...shown },
    changedFields: [],
  };
};

test('sorts by the position and the name on the site, items without a position last', () => {
  const items = [
    toDish('Toast', null, {}),
    toDish('Soup', 20, {}),
    toDish('Beets', null),
    toDish('Zucchini', 20, { name: ' Apple' }),
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
