import { expect, test } from 'vitest';
import { createItemId } from '../../cms/src/shared/content/itemId.ts';
import { cms } from '../support/cms.ts';
import { type Entry, owner } from '../support/owner.ts';

const SIDE = 'api::menu-side.menu-side';
const FRIES: Entry = { type: 'menu-side', documentId: 'hand-cut-fries' };

const readOrder = async () => (await owner.listItems('menu-side')).map(({ id }) => id);
/** Reads the names of the dishes that the site shows, in its order. */
async function readShown(): Promise<string[]> {
  const { data }: { data: { sideName: string; position: number }[] } = JSON.parse(
    await cms.readContent('menu-side'),
  );
  return data.sort((a, b) => a.position - b.position).map(({ sideName }) => sideName);
}
/** Reads the position of the draft and of the published version of a dish. */
const readPositions = async ({ documentId }: Entry) => {
  const rows: { position: number | null }[] = await cms.strapi.db
    .query(SIDE)
    .findMany({ where: { documentId } });
  return rows.map(({ position }) => position);
};

test('a new dish and a copy come last, whatever their position', async () => {
  const order = await readOrder();
  const slaw = await owner.create('menu-side', { sideName: 'Slaw', position: null });
  const data: object = { position: 1 };
  const copy = await cms.strapi.documents(SIDE).clone({ documentId: FRIES.documentId, data });
  const [{ documentId = '' } = {}] = copy?.entries ?? [];
  expect(await readOrder()).toEqual([...order, slaw.documentId, documentId]);
});

test('a new dish comes where it is wished, once, and the site shows its dishes as before', async () => {
  const [first = '', second = '', ...others] = await readOrder();
  const shown = await readShown();
  const place = { id: createItemId(), after: first };
  const slaw = await owner.addItem('menu-side', 'Slaw', '', place);
  expect(slaw.id).toBe(place.id);
  expect(await readOrder()).toEqual([first, slaw.id, second, ...others]);
  expect(await readShown()).toEqual(shown);
  const soup = await owner.addItem('menu-side', 'Soup', '', { after: null });
  const last = await owner.addItem('menu-side', 'Rice', '', { after: 'gone' });
  // The answer to the first request was lost.
  await owner.addItem('menu-side', 'Slaw', '', place);
  expect(await readOrder()).toEqual([soup.id, first, slaw.id, second, ...others, last.id]);
  await owner.publishMenu();
  expect(await readOrder()).toEqual([soup.id, first, slaw.id, second, ...others, last.id]);
});

test.each(['hand-cut-fries', '', 7, null])(
  'no id is chosen for a new dish that Strapi would not give: %j',
  async (id) => {
    const body = { id, name: 'Slaw', description: '' };
    await expect(owner.send('POST', '/menu/menu-side/items', body)).rejects.toThrow(
      /^400 This could not be understood/,
    );
  },
);

test('the dishes are numbered again when one has no position, so that a new one comes last', async () => {
  const [first = '', ...others] = await readOrder();
  await cms.strapi.db
    .query(SIDE)
    .updateMany({ where: { documentId: { $in: others } }, data: { position: null } });
  const order = await readOrder();
  const slaw = await owner.create('menu-side', { sideName: 'Slaw' });
  expect(await readOrder()).toEqual([...order, slaw.documentId]);
  expect(await readPositions({ type: 'menu-side', documentId: first })).toEqual([10, 10]);
  expect(await readPositions(slaw)).toEqual([(order.length + 1) * 10, (order.length + 1) * 10]);
});

test('saving and publishing a form, which may have an old position, never move a dish', async () => {
  const before = await readPositions(FRIES);
  await owner.saveDraft(FRIES, { sideName: 'Fries', position: 999 });
  expect(await readPositions(FRIES)).toEqual(before);
  await cms.strapi.db
    .query(SIDE)
    .updateMany({ where: { documentId: FRIES.documentId, publishedAt: null }, data: { position: 999 } });
  await owner.publish(FRIES);
  expect(await readPositions(FRIES)).toEqual(before);
});

test('dishes that are added at the same moment get different places @postgres', async () => {
  for (const id of await readOrder()) await owner.deleteItem('menu-side', id);
  const names = ['One', 'Two', 'Three', 'Four', 'Five', 'Six'];
  for (const count of [6, 12]) {
    await Promise.all(names.map((name) => owner.addItem('menu-side', name)));
    const rows: { position: number }[] = await cms.strapi.db.query(SIDE).findMany({});
    const tens = Array.from({ length: count }, (_, index) => (index + 1) * 10);
    expect(rows.map(({ position }) => position).sort((one, other) => one - other)).toEqual(tens);
  }
});
