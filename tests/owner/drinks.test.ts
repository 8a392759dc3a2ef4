// The entries of a list of drinks: the drinks, which the menu screen treats as it does dishes, and the heading above them.
import { expect, test } from 'vitest';
import { cms } from '../support/cms.ts';
import { administrator, type Entry, owner, uidOf, type Values } from '../support/owner.ts';

const LIST = 'menu-soft-drink';
const [ID, HEADING_ID] = ['cola', 'menu-soft-drinks'];
const COLA: Entry = { type: LIST, documentId: ID };
const HEADING: Entry = { type: LIST, documentId: HEADING_ID };
const OPENING = '2037-11-25T16:30';

/** The names of the drinks that the site shows, in its order, after the heading. */
async function readSite(): Promise<string[]> {
  const { data }: { data: { drinkName?: string; subHeading?: string; position?: number }[] } = JSON.parse(
    await cms.readContent(LIST),
  );
  return data
    .sort((one, other) => (one.position ?? 0) - (other.position ?? 0))
    .map(({ drinkName, subHeading }) => drinkName ?? `# ${subHeading}`);
}

const listIds = async () => (await owner.listItems(LIST)).map(({ id }) => id);
const rename = (name: string) => owner.changeText(LIST, ID, { name });
const replaceCola = (names: string[], ...replacement: string[]) =>
  names.flatMap((name) => (name === 'Cola' ? replacement : name));
const listOrders = async () =>
  (await owner.listMenuVersions()).filter(({ uid, kind }) => uid === uidOf(LIST) && kind === 'order');

test.each([
  ['now', () => owner.publishMenu()],
  ['at a time', () => owner.planMenu(OPENING)],
])(
  'a new name and a new drink at the end are drafts until the menu is published %s',
  async (_when, publish) => {
    const before = await readSite();
    await rename('Coke');
    const { id } = await owner.addItem(LIST, 'Birch Beer');
    const { items = [] } = (await owner.readMenu()).sections.at(-1)?.lists[0] ?? {};
    expect(items).toContainEqual({
      id: ID,
      name: 'Coke',
      isShown: true,
      isNew: false,
      shown: { name: 'Cola' },
    });
    expect(items.at(-1)).toMatchObject({ id, isShown: false, isNew: true });
    expect(await readSite()).toEqual(before);
    await publish();
    await cms.goTo(OPENING);
    expect(await readSite()).toEqual([...replaceCola(before, 'Coke'), 'Birch Beer']);
  },
);

test('drinks are moved and moved back, by undo and to an earlier order, without their heading', async () => {
  const [[heading, ...names], ids] = [await readSite(), await listIds()];
  const { undo } = await owner.move(LIST, ids.toReversed());
  expect(await readSite()).toEqual([heading, ...names.toReversed()]);
  await owner.undo(undo);
  expect(await readSite()).toEqual([heading, ...names]);
  await owner.move(LIST, ids.toReversed());
  const order = (await listOrders()).at(-1);
  expect((await owner.readVersion(order)).content).toEqual({ documentIds: ids });
  await owner.bringBack(order);
  expect(await readSite()).toEqual([heading, ...names]);
  expect(await owner.open(HEADING)).toMatchObject({ position: null, status: 'published' });
});

test('a drink that is off until tomorrow comes back with the name that the site showed last', async () => {
  const before = await readSite();
  await owner.switchItem(LIST, ID, false, 'tomorrow');
  await rename('Not yet');
  expect(await readSite()).toEqual(replaceCola(before));
  expect(await owner.findItem(LIST, 'Not yet')).toMatchObject({ returns: { localTime: OPENING } });
  await cms.goTo(OPENING);
  expect(await readSite()).toEqual(before);
  expect(await owner.open(COLA)).toMatchObject({ drinkName: 'Not yet' });
});

test('a deleted drink comes back by undo and from the versions of the menu, an earlier name from its own', async () => {
  const before = await readSite();
  await owner.undo((await owner.deleteItem(LIST, ID)).undo);
  expect(await readSite()).toEqual(before);
  await owner.publish(COLA, { drinkName: 'A mistake' });
  await owner.deleteItem(LIST, ID);
  const [deletion] = await owner.listMenuVersions();
  expect(deletion).toMatchObject({ documentId: ID, change: '“A mistake” deleted' });
  await owner.bringBack(deletion);
  expect(await readSite()).toEqual(replaceCola(before, 'A mistake'));
  await owner.bringBack((await owner.listVersions(COLA)).at(-1));
  expect(await readSite()).toEqual(before);
});

test('rejects the change of a drink that somebody else has changed', async () => {
  const [seen, opened] = [await owner.findItem(LIST, 'Cola'), await owner.open(COLA)];
  await administrator.publish(COLA, { drinkName: 'Coke' });
  await expect(owner.changeText(LIST, ID, { name: 'Kola' }, seen)).rejects.toThrow(/^409 /);
  const fields = [{ choice: { yours: 'Kola', theirs: 'Coke' } }];
  await expect(owner.saveDraft(COLA, { drinkName: 'Kola' }, opened)).rejects.toMatchObject({
    details: { fields },
  });
});

test('the heading is published by its form and not with the menu, whose screen does not list it', async () => {
  const [heading = '', ...names] = await readSite();
  await owner.saveDraft(HEADING, { subHeading: 'Without alcohol' });
  expect((await owner.readMenu()).unpublished).toBe(0);
  await owner.publishMenu();
  expect(await readSite()).toEqual([heading, ...names]);
  await owner.publish(HEADING);
  expect(await readSite()).toEqual(['# Without alcohol', ...names]);
  const ids = await listIds();
  expect(ids).not.toContain(HEADING_ID);
  for (const change of [
    () => owner.switchItem(LIST, HEADING_ID, false),
    () => owner.switchItem(LIST, HEADING_ID, false, 'tomorrow'),
    () => owner.leaveMenu(LIST, HEADING_ID, '2037-11-29'),
    () => owner.changeText(LIST, HEADING_ID, { name: 'Kola' }),
    () => owner.deleteItem(LIST, HEADING_ID),
    () => owner.move(LIST, [HEADING_ID, ...ids]),
  ])
    await expect(change(), String(change)).rejects.toThrow(/^4\d\d /);
  await owner.bringBack((await owner.listVersions(HEADING)).at(-1));
  expect(await readSite()).toEqual([heading, ...names]);
});

test.each([owner, administrator])(
  'the heading can’t be deleted, taken off or copied by $email',
  async (account) => {
    const [deleted, unpublished] = [/^400 .*so it can’t be deleted/, /^400 .*so it can’t be taken down/];
    const before = await readSite();
    await expect(account.delete(HEADING)).rejects.toThrow(deleted);
    await expect(account.unpublish(HEADING)).rejects.toThrow(unpublished);
    await expect(account.changeTogether('bulkDelete', [COLA, HEADING])).rejects.toThrow(deleted);
    await expect(account.changeTogether('bulkUnpublish', [COLA, HEADING])).rejects.toThrow(unpublished);
    await expect(account.copy(HEADING, {})).rejects.toThrow(/^400 .*so it can’t be copied/);
    expect(await readSite()).toEqual(before);
  },
);

test('an entry has a heading or a name, never both and never neither', async () => {
  const before = await readSite();
  const both = { drinkName: 'Kola', subHeading: 'Another' };
  const [none, empty] = [/^400 .*this entry has none/, /^400 .*can’t be empty/];
  for (const [change, sentence] of [
    [() => owner.create(LIST, both), none],
    [() => owner.create(LIST, { subHeading: 'Another' }), none],
    [() => owner.create(LIST, { documentId: HEADING_ID, subHeading: 'Another' }), /^400 .*already exists/],
    [() => owner.create(LIST, {}, { publishes: false }), empty],
    [() => owner.copy(COLA, both), none],
    [() => owner.saveDraft(COLA, { subHeading: 'Another' }), none],
    [() => owner.publish(COLA, { subHeading: 'Another' }), none],
    [() => owner.saveDraft(COLA, { drinkName: null }), empty],
    [() => owner.publish(COLA, { drinkName: ' ' }), empty],
    [() => owner.saveDraft(HEADING, { drinkName: 'Kola' }), none],
    [() => owner.publish(HEADING, { drinkName: 'Kola', subHeading: null }), none],
    [() => owner.saveDraft(HEADING, { subHeading: ' ' }), empty],
  ] as const)
    await expect(change(), String(change)).rejects.toThrow(sentence);
  expect(await readSite()).toEqual(before);
  expect((await owner.readMenu()).unpublished).toBe(0);
});

test('drinks that are created and copied in the forms come last', async () => {
  const before = await readSite();
  await owner.create(LIST, { drinkName: 'Birch Beer' });
  await owner.copy(COLA, { drinkName: 'Cherry Cola' });
  await owner.publishMenu();
  expect(await readSite()).toEqual([...before, 'Birch Beer', 'Cherry Cola']);
  const path = `/content-manager/collection-types/${uidOf(LIST)}?pageSize=100`;
  const { results } = await owner.send<{ results: Values[] }>('GET', path);
  const ids = results.filter(({ position }) => position === null).map(({ documentId }) => documentId);
  expect(ids).toEqual([HEADING_ID]);
});
