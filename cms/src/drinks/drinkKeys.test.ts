import { expect, test } from 'vitest';
import { fakeStrapi } from '../../testing/fakes';
import { addDrinkKeys, isDrinkKey } from './drinkKeys';

const UID = 'api::menu-soft-drinks.menu-soft-drinks';

interface Row {
  id?: number;
  drinkName?: string;
  key?: string | null;
}

interface Version {
  documentId: string;
  publishedAt: string | null;
  drinks: Row[];
}

/** Makes rows of names and keys, such as “Cola:1”; their ids start behind a number. */
const toRows = (drinks: string, lastId: number): Row[] =>
  drinks.split(' ').map((drink, index) => {
    const [drinkName = '', key = null] = drink.split(':');
    return { id: lastId + index + 1, drinkName, key };
  });

/** Makes the two versions of a list: the rows of the draft have the ids 1, 2, …, those of the site 101, 102, …. */
const createVersions = (draft: string, published = draft): Version[] => [
  { documentId: 'list', publishedAt: '2026-11-22T12:00:00.000Z', drinks: toRows(published, 100) },
  { documentId: 'list', publishedAt: null, drinks: toRows(draft, 0) },
];

test('gives the pairs of a site from before the keys the same keys, and each other drink one of its own', async () => {
  const rows = new Map<number | undefined, string>();
  const versions = createVersions('Ginger_Ale Cola Birch', 'Cola Ginger_Beer Mezcal Punsch');
  await addDrinkKeys(
    fakeStrapi({
      contentType: () => ({ attributes: { drinks: { type: 'component', component: 'menu.soft-drink' } } }),
      db: {
        query: (uid: string) => ({ findMany: async () => (uid === UID ? versions : []) }),
        queryBuilder: (component: string) => ({
          where: ({ id }: { id: string }) => ({
            update: ({ key }: { key: string }) => ({
              execute: async () =>
                void rows.set(component === 'menu.soft-drink' ? Number(id) : undefined, key),
            }),
          }),
        }),
      },
    }),
  );
  const keysOf = (...ids: number[]) => ids.map((id) => rows.get(id));
  expect(keysOf(2, 1)).toEqual(keysOf(101, 102));
  expect([...rows.values()].every(isDrinkKey)).toBe(true);
  expect(new Set(keysOf(101, 102, 103, 104, 3)).size).toBe(5);
  expect(rows.size).toBe(7);
});
