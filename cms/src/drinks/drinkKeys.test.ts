import { expect, test } from 'vitest';
import { documentMiddleware, fakeStrapi } from '../../testing/fakes';
import { addDrinkKeys, isDrinkKey, keepDrinkKeys } from './drinkKeys';

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

/** Saves rows as a draft, and returns them as Strapi gets them: “NAME:KEY”, with “new” for a key that none of the versions has. */
async function save(
  versions: Version[],
  drinks: unknown,
  { uid = UID, action = 'update', documentId = 'list' } = {},
): Promise<unknown> {
  const data = { drinks };
  const middleware = documentMiddleware(keepDrinkKeys, {
    db: { query: () => ({ findMany: async () => versions }) },
  });
  const context = { uid, action, params: { documentId, data } };
  expect(await middleware(context)).toBe('passed');
  if (!Array.isArray(data.drinks) || data.drinks === drinks) return data.drinks;
  const keys = data.drinks.map(({ key }: Row) => key);
  expect(keys.every(isDrinkKey), JSON.stringify(keys)).toBe(true);
  expect(new Set(keys).size).toBe(keys.length);
  const known = versions.flatMap((version) => version.drinks.map(({ key }) => key));
  return data.drinks
    .map(({ drinkName, key }: Row) => `${drinkName ?? ''}:${known.includes(key) ? key : 'new'}`)
    .join(' ');
}

const row = (drinkName: string, id?: number, key?: string): Row => ({ drinkName, id, key });

const COLA = createVersions('Cola:1');

test.each<[string, Version[], Row[], string]>([
  ['a row keeps its key, whatever comes with it', COLA, [row('Cola', 1, '2')], 'Cola:1'],
  [
    'an added drink does not get the key of a row that stays',
    COLA,
    [row('Cola'), row('Cherry', 1)],
    'Cola:new Cherry:1',
  ],
  [
    'a row that comes without its id gets its key by its name',
    createVersions('Cola:1 Tonic:2'),
    [row('Tonic'), row('Cola', 77)],
    'Tonic:2 Cola:1',
  ],
  [
    'a drink of both versions is found in the draft first',
    createVersions('Cola:2 Tonic:1', 'Cola:1 Tonic:2'),
    [row('Cola'), row('Tonic')],
    'Cola:2 Tonic:1',
  ],
  [
    'a deleted drink that is restored has its own key',
    COLA,
    [row('Cola', 1), row('Tonic', undefined, '1'), row('Ale', undefined, '2')],
    'Cola:1 Tonic:new Ale:new',
  ],
  ['a key that is none is replaced', COLA, [row('Tonic', undefined, 'no key')], 'Tonic:1'],
])('%s', async (_case, versions, rows, expected) => {
  expect(await save(versions, rows)).toBe(expected);
});

test('leaves other types and actions, and what is no list of drinks', async () => {
  const rows = [row('Cola')];
  expect(await save([], rows, { uid: 'api::menu-side.menu-side' })).toBe(rows);
  expect(await save([], rows, { action: 'publish' })).toBe(rows);
  for (const drinks of [undefined, null, 'Cola', ['Cola']]) expect(await save([], drinks)).toBe(drinks);
});

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
