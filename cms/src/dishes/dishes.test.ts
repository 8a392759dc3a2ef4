import { expect, test } from 'vitest';
import { type Dish, findLastPosition, sortDishes, sortPositions } from './dishes';

const toDish = (name: string, position: number | null, shown?: Partial<Dish['draft']>): Dish => {
  const draft = { name, description: '', position };
  return {
    documentId: name,
    createdAt: new Date(0),
    draft,
    published: shown && { ...draft, ...shown },
    changedFields: [],
  };
};

test('sorts by the position and the name on the site, dishes without a position last', () => {
  const dishes = [
    toDish('Toast', null, {}),
    toDish('Soup', 20, {}),
    toDish('Beets', null),
    toDish('Zucchini', 20, { name: ' Apple' }),
    toDish('Bread', 99, { position: 10 }),
    toDish('Salad', 15),
  ];
  expect(sortDishes(dishes).map(({ documentId }) => documentId)).toEqual([
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
  ['of the first dish', [], 10],
  ['behind a dish without a position: none', [10, null], undefined],
  ['behind the greatest integer of Postgres: none', [2_147_483_647], undefined],
])('finds the position %s', (_case, positions, last) => {
  expect(findLastPosition(positions)).toBe(last);
});

test.each([
  ['that dishes have, so that a deleted one comes back between them', [40, 10, 25], [10, 25, 40]],
  ['by number when two dishes have the same', [10, 20, 20], [10, 20, 30]],
  ['by number when dishes have none', [30, null, null], [10, 20, 30]],
  ['by number when one has none', [30, 20, null], [10, 20, 30]],
])('gives moved dishes the positions %s', (_case, positions, sorted) => {
  expect(sortPositions(positions.map((position) => toDish('Soup', 5, { position })))).toEqual(sorted);
});
