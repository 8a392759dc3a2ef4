import { expect, onTestFinished, test, vi } from 'vitest';
import { cms } from '../support/cms.ts';
import { type Entry, owner } from '../support/owner.ts';

const SIDES = 'menu-side';
const side = (documentId: string): Entry => ({ type: SIDES, documentId });
const FRIES = side('hand-cut-fries');

const CONFLICT = /^409 Somebody else has changed this part of the menu/;
const GONE = /^404 This is not there any more: somebody has deleted it/;

/** The names of the sides that the site shows, in its order. */
async function readSides(): Promise<string[]> {
  const { data }: { data: { sideName: string; position: number }[] } = JSON.parse(
    await cms.readContent(SIDES),
  );
  return data.sort((a, b) => a.position - b.position).map(({ sideName }) => sideName);
}

const listIds = async () => (await owner.listItems(SIDES)).map(({ id }) => id);
const without = <Value>(values: Value[], value: Value) => values.filter((other) => other !== value);
const switchFries = (shown: boolean) => owner.switchItem(SIDES, FRIES.documentId, shown);

const DRAFT = { description: 'Not for guests yet' };
const openDraftOfFries = () => owner.saveDraft(FRIES, DRAFT);

async function expectOpenDraftOfFries(): Promise<void> {
  expect(await owner.open(FRIES)).toMatchObject({ ...DRAFT, status: 'modified' });
  expect(await cms.readContent(SIDES)).not.toContain(DRAFT.description);
}

test('lists the sections and dishes in the order of the site, with the words of a draft beside those of the site', async () => {
  await owner.saveDraft(FRIES, { sideName: 'Fries' });
  const { sections, unpublished } = await owner.readMenu();
  expect(sections.map(({ heading, lists }) => [heading, ...lists.map((list) => list.heading)])).toEqual([
    ['Appetizers', undefined],
    ['Entrees', undefined],
    ['Sides', undefined],
    ['Drinks', 'Soft drinks', 'Cocktails, beer and wine'],
  ]);
  const items = sections[2]?.lists[0]?.items ?? [];
  expect(items.map(({ name, shown }) => shown?.name ?? name)).toEqual(await readSides());
  const fries = await owner.findItem(SIDES, 'Fries');
  expect(fries).toEqual({
    id: FRIES.documentId,
    name: 'Fries',
    description: fries.description,
    isShown: true,
    shown: { name: 'Hand-Cut Fries', description: fries.description },
    isNew: false,
  });
  expect(unpublished).toBe(1);
});

test('a move and its undo change only the order of the site', async () => {
  await openDraftOfFries();
  const polenta = await owner.open(side('stone-ground-polenta'));
  const [seen, before] = [await listIds(), await readSides()];
  const moved = await owner.move(SIDES, [FRIES.documentId, ...without(seen, FRIES.documentId)]);
  expect(await readSides()).toEqual(['Hand-Cut Fries', ...without(before, 'Hand-Cut Fries')]);
  await expectOpenDraftOfFries();
  expect(await owner.open(side('stone-ground-polenta'))).toMatchObject({
    status: 'published',
    updatedAt: polenta.updatedAt,
  });
  await owner.undo(moved.undo);
  expect(await readSides()).toEqual(before);
});

test('of two moves at once one is made, and the other is rejected @postgres', async () => {
  const seen = await listIds();
  const orders = [seen.toReversed(), [...seen.slice(1), ...seen.slice(0, 1)]];
  const results = await Promise.allSettled(orders.map((ids) => owner.move(SIDES, ids, seen)));
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await listIds()).toEqual(orders[results.findIndex(({ status }) => status === 'fulfilled')]);
});

test('a dish that is taken off and put back keeps its words, place and open draft', async () => {
  await openDraftOfFries();
  const before = await readSides();
  const off = await switchFries(false);
  expect(off.menu.sections[2]?.lists[0]?.items[1]).toMatchObject({ isShown: false, isNew: false });
  expect(await readSides()).toEqual(without(before, 'Hand-Cut Fries'));
  await owner.undo(off.undo);
  expect(await readSides()).toEqual(before);
  await expectOpenDraftOfFries();
});

test('a dish that is off stays off when the menu is published, and comes back where it was moved', async () => {
  await openDraftOfFries();
  expect((await switchFries(false)).menu.unpublished).toBe(0);
  await owner.publishMenu();
  expect(await readSides()).not.toContain('Hand-Cut Fries');
  await owner.move(SIDES, [...without(await listIds(), FRIES.documentId), FRIES.documentId]);
  await switchFries(true);
  expect((await readSides()).at(-1)).toBe('Hand-Cut Fries');
  await expectOpenDraftOfFries();
});

test('presses of a switch at once end with what the site shows', async () => {
  await Promise.all([false, true, false, true].map(switchFries));
  const { isShown } = await owner.findItem(SIDES, 'Hand-Cut Fries');
  expect(isShown).toBe((await readSides()).includes('Hand-Cut Fries'));
});

test('words and new dishes are drafts, and published in one go without what can’t be', async () => {
  const sides = await readSides();
  await owner.addItem(SIDES, ' Slaw ');
  await owner.changeText(SIDES, FRIES.documentId, { name: 'Fries', description: 'Salted.' });
  expect(await readSides()).toEqual(sides);
  expect((await owner.readMenu()).unpublished).toBe(2);
  expect(await owner.findItem(SIDES, 'Slaw')).toMatchObject({ isShown: false, isNew: true });

  const [corn = ''] = sides;
  await owner.saveDraft(side('sweet-corn'), { sideName: '' });
  const problem = new RegExp(`^400 “${corn}” could not be published.* Everything else is on the site`);
  await expect(owner.publishMenu()).rejects.toThrow(problem);
  expect(await readSides()).toEqual([corn, 'Fries', ...sides.slice(2), 'Slaw']);
  expect((await owner.readMenu()).unpublished).toBe(1);
});

test('undo brings a deleted dish back in its place and with its open draft', async () => {
  await openDraftOfFries();
  const [before, items] = [await readSides(), await owner.listItems(SIDES)];
  const deleted = await owner.deleteItem(SIDES, FRIES.documentId);
  expect(await readSides()).toEqual(without(before, 'Hand-Cut Fries'));
  await owner.undo(deleted.undo);
  expect(await readSides()).toEqual(before);
  expect(await owner.listItems(SIDES)).toEqual(items);
});

test('a request that is sent again because its response was lost changes nothing more', async () => {
  const item = await owner.findItem(SIDES, 'Hand-Cut Fries');
  const { id } = item;
  for (const shown of [false, true]) {
    await switchFries(shown);
    expect(await switchFries(shown)).toMatchObject({ undo: null });
    expect((await readSides()).includes('Hand-Cut Fries')).toBe(shown);
  }
  const { menu } = await owner.changeText(SIDES, id, { name: 'Renamed' });
  expect((await owner.changeText(SIDES, id, { name: 'Renamed' }, item)).menu.sections).toEqual(menu.sections);

  const seen = await listIds();
  const { undo } = await owner.move(SIDES, seen.toReversed(), seen);
  expect((await owner.move(SIDES, seen.toReversed(), seen)).undo).toEqual(undo);
  await expect(owner.move(SIDES, [...seen.slice(1), ...seen.slice(0, 1)], seen)).rejects.toThrow(CONFLICT);

  const deleted = await owner.deleteItem(SIDES, id);
  await owner.undo(deleted.undo);
  await owner.changeText(SIDES, id, { name: 'Newer' });
  await owner.undo(deleted.undo);
  expect(await owner.findItem(SIDES, 'Newer')).toMatchObject({ id });
});

test('rejects changes of a deleted dish', async () => {
  const [item, seen] = [await owner.findItem(SIDES, 'Hand-Cut Fries'), await listIds()];
  await owner.deleteItem(SIDES, item.id);
  await expect(owner.deleteItem(SIDES, item.id)).rejects.toThrow(GONE);
  await expect(owner.changeText(SIDES, item.id, { name: 'Fries' }, item)).rejects.toThrow(GONE);
  await expect(switchFries(true)).rejects.toThrow(GONE);
  await expect(owner.move(SIDES, seen, seen)).rejects.toThrow(CONFLICT);
});

test('rejects words that somebody else has changed', async () => {
  const seen = { name: 'Hand-Cut Fries', description: 'From another day.' };
  await expect(owner.changeText(SIDES, FRIES.documentId, { name: 'Fries' }, seen)).rejects.toThrow(
    /^409 Somebody else has changed “Hand-Cut Fries”/,
  );
  expect((await owner.readMenu()).unpublished).toBe(0);
});

test('rejects names that are too long, and lists that are not of the menu', async () => {
  const tooLong = 'x'.repeat(81);
  await expect(owner.addItem(SIDES, tooLong)).rejects.toThrow(/^400 Name: .*too long, 80 characters/);
  const order = { ids: [], seen: [] };
  await expect(owner.send('PUT', '/menu/homepage/order', order)).rejects.toThrow(/^404 Not Found/);
  expect((await owner.readMenu()).unpublished).toBe(0);
});

test('the table card has the published name and the plain address of the menu, and knows which one guests can’t reach', async () => {
  const name: Entry = { type: 'website-name', documentId: '' };
  await owner.publish(name, { websiteName: 'River Table' });
  await owner.saveDraft(name, { websiteName: 'Not yet' });
  onTestFinished(() => void vi.unstubAllEnvs());
  for (const [site, url, isPublic] of [
    ['https://table.example/', 'https://table.example/menu', true],
    ['http://203.0.113.7:8080', 'http://203.0.113.7:8080/menu', true],
    ['', 'http://localhost:3000/menu', false],
    ['http://127.0.0.1:3000', 'http://127.0.0.1:3000/menu', false],
    ['http://[::1]', 'http://[::1]/menu', false],
    // Where a server listens, and not where it can be reached.
    ['http://0.0.0.0:3000', 'http://0.0.0.0:3000/menu', false],
    ['http://[::]:3000', 'http://[::]:3000/menu', false],
    ['http://localhost.', 'http://localhost./menu', false],
    ['http://192.168.0.7', 'http://192.168.0.7/menu', false],
    ['http://oven.local', 'http://oven.local/menu', false],
  ] as const) {
    vi.stubEnv('SITE_URL', site);
    expect(await owner.readMenuCard(), site).toEqual({ name: 'River Table', url, isPublic });
  }
});
