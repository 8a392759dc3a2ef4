import { expect, test, vi } from 'vitest';
import { fakeStrapi } from '../../testing/fakes';
import * as lockEntries from '../publishing/lockEntries';
import * as publishing from '../publishing/publishBesideDraft';
import * as entries from '../strapi/entries';
import { publishDrinks, readDrinkList } from './drinks';

vi.spyOn(entries, 'buildPopulate').mockResolvedValue({});
vi.spyOn(lockEntries, 'lockDraft').mockResolvedValue({ id: 1 });
const publishValues = vi.spyOn(publishing, 'publishValuesBesideDraft').mockResolvedValue();

const attributes = {
  key: { type: 'string' },
  drinkName: { type: 'string' },
  offMenu: { type: 'boolean' },
  // As a later release could add them.
  size: { type: 'string' },
  photograph: { type: 'media' },
};
const row = { key: '1', drinkName: 'Cola', offMenu: false };
const versions = [
  { documentId: 'list', drinks: [{ ...row, id: 1, size: 'Large', photograph: { id: 7, name: 'cola.jpg' } }] },
  {
    documentId: 'list',
    publishedAt: '2026-06-01',
    drinks: [{ ...row, id: 101, size: 'Small', photograph: null }],
  },
];
const strapi = fakeStrapi({
  contentType: () => ({ attributes: { drinks: { type: 'component', component: 'menu.soft-drink' } } }),
  getModel: () => ({ attributes }),
  db: {
    query: () => ({ findMany: async () => versions }),
    transaction: (act: () => Promise<unknown>) => act(),
  },
});

test('reads and publishes the fields that a later release has added to the drinks', async () => {
  const { draft, published } = await readDrinkList(strapi, 'menu-soft-drinks');
  expect([draft[0]?.otherFields, published[0]?.otherFields]).toEqual([
    { size: 'Large', photograph: { pictureId: 7, name: 'cola.jpg' } },
    { size: 'Small', photograph: null },
  ]);
  await publishDrinks(strapi, 'menu-soft-drinks', 1);
  const [, publication] = publishValues.mock.calls[0] ?? [];
  expect(publication?.changePublished({ drinks: versions[1]?.drinks })).toEqual({
    drinks: [{ ...row, size: 'Large', photograph: 7 }],
  });
});
