// Undo after *Publish the menu*, and what each press has published among the menu's earlier versions.
import { expect, test } from 'vitest';
import { cms } from '../support/cms.ts';
import {
  administrator,
  createAccount,
  type Entry,
  type Owner,
  owner,
  type Permission,
  RejectedError,
  uidOf,
} from '../support/owner.ts';

const SIDES = 'menu-side';
const side = (documentId: string): Entry => ({ type: SIDES, documentId });
const [FRIES, CORN] = [side('hand-cut-fries'), side('sweet-corn')];
const COLA: Entry = { type: 'menu-soft-drink', documentId: 'cola' };
const CHANGED = /^409 Somebody has changed or deleted “Hand-Cut Fries” since, so nothing was taken back/;

interface Dish {
  sideName: string;
  description: string;
  dietaryStatement: unknown;
}

/** The sides that visitors see, by their ids. */
async function readSides(): Promise<Map<string, Dish>> {
  const { data }: { data: (Dish & Entry)[] } = JSON.parse(await cms.readContent(SIDES));
  return new Map(
    data.map(({ documentId, sideName, description, dietaryStatement }) => [
      documentId,
      { sideName, description, dietaryStatement },
    ]),
  );
}
const readText = async ({ documentId }: Entry) => (await readSides()).get(documentId)?.description;
const write = (description: string, { documentId } = FRIES) =>
  owner.changeText(SIDES, documentId, { description });
const writeAndPublish = async (description: string, account: Owner = owner) => {
  await write(description);
  return (await account.publishMenu()).undo;
};
const listPublications = async (account: Owner = owner) =>
  (await account.listMenuVersions()).filter(({ kind }) => kind === 'menu');

test('Undo takes back words, a new dish and a statement, which wait for the next Publish again @postgres', async () => {
  const before = await readSides();
  await write('Salted.');
  const { name, description = '' } = await owner.findItem(SIDES, 'Hand-Cut Fries');
  const confirmedFor = { name, description, restoreId: null };
  await owner.state(SIDES, FRIES.documentId, { diet: 'vegan', answers: { milk: 'free' }, confirmedFor });
  await owner.changeText('menu-soft-drink', COLA.documentId, { name: 'Kola' });
  const added = await owner.addItem(SIDES, 'Slaw');
  const drafts = await owner.listItems(SIDES);
  const { undo } = await owner.publishMenu();
  const after = await readSides();
  expect(after.get(FRIES.documentId)).toMatchObject({
    description: 'Salted.',
    dietaryStatement: { diet: 'vegan' },
  });
  expect([...after.keys()]).toContain(added.id);

  const { menu } = await owner.undo(undo);
  expect(await readSides()).toEqual(before);
  expect(await cms.readContent(COLA.type)).not.toContain('Kola');
  expect(await owner.listItems(SIDES)).toEqual(drafts);
  expect(menu.unpublished).toBe(3);
  expect(await owner.open(FRIES)).toMatchObject({ description: 'Salted.', status: 'modified' });
  expect(await owner.open(side(added.id))).toMatchObject({ status: 'draft' });

  await owner.publishMenu();
  expect(await readSides()).toEqual(after);
});

test('before the press comes what was pressed before it: one Undo after the other', async () => {
  const before = await readText(FRIES);
  const added = await owner.addItem(SIDES, 'Slaw');
  const undos = [await writeAndPublish('One'), await writeAndPublish('Two')];
  undos.push((await owner.switchItem(SIDES, FRIES.documentId, false)).undo);
  const shown: unknown[] = [];
  for (const undo of undos.toReversed()) {
    await owner.undo(undo);
    shown.push(await readText(FRIES));
  }
  expect(shown).toEqual(['Two', 'One', before]);
  // The new dish is as it was added, so its addition can be undone, too.
  await owner.undo(added.undo);
  expect((await owner.listItems(SIDES)).map(({ id }) => id)).not.toContain(added.id);
});

test('a publication that changes nothing has no Undo', async () => {
  expect((await owner.publishMenu()).undo).toBe(null);
  expect(await listPublications()).toEqual([]);
});

test('Undo changes nothing when somebody else has changed the same words on the site since', async () => {
  await write('Salted.', CORN);
  const undo = await writeAndPublish('Mine');
  await administrator.publish(FRIES, { description: 'Theirs' });
  const before = await readSides();
  await expect(owner.undo(undo)).rejects.toThrow(CHANGED);
  expect(await readSides()).toEqual(before);
  await administrator.delete(FRIES);
  await expect(owner.undo(undo)).rejects.toThrow(CHANGED);
});

test('Undo leaves what somebody else has done besides: other words, a new draft, and what was taken off', async () => {
  const before = await readText(FRIES);
  await write('Salted.', CORN);
  const { id } = await owner.addItem(SIDES, 'Slaw');
  const undo = await writeAndPublish('Mine');
  await administrator.publish(FRIES, { sideName: 'Fries' });
  await administrator.saveDraft(FRIES, { description: 'Later' });
  await administrator.switchItem(SIDES, CORN.documentId, false);
  await administrator.switchItem(SIDES, id, false);
  const { menu } = await owner.undo(undo);
  expect(await owner.open(FRIES, 'published')).toMatchObject({ sideName: 'Fries', description: before });
  expect(await owner.open(FRIES)).toMatchObject({ sideName: 'Fries', description: 'Later' });
  expect([...(await readSides()).keys()]).not.toContain(CORN.documentId);
  expect(menu.unpublished).toBe(1);
  await owner.switchItem(SIDES, CORN.documentId, true);
  expect(await readText(CORN)).not.toBe('Salted.');
  expect(await owner.findItem(SIDES, 'Slaw')).toMatchObject({ isShown: false, isNew: false });
});

test('a publication that fails in part can be undone', async () => {
  const before = await readSides();
  await owner.saveDraft(CORN, { sideName: '' });
  await write('Salted.');
  const error: unknown = await owner.publishMenu().catch((reason: unknown) => reason);
  expect(error).toMatchObject({ status: 400, message: expect.stringMatching(/“.*Corn.*” could not be/) });
  expect(await readText(FRIES)).toBe('Salted.');
  await owner.undo((error instanceof RejectedError && error.details.undo) || null);
  expect(await readSides()).toEqual(before);
});

test('an Undo that is sent again changes nothing more, also when the same was published since', async () => {
  const undo = await writeAndPublish('Mine');
  await owner.undo(undo);
  const menu = await owner.readMenu();
  expect((await owner.undo(undo)).menu.sections).toEqual(menu.sections);
  await administrator.publishMenu();
  await owner.undo(undo);
  expect(await readText(FRIES)).toBe('Mine');
});

test('a press that is sent again because its answer was lost is undone as a whole, and another one is none', async () => {
  const before = await readText(FRIES);
  await write('Mine');
  const { undo } = await owner.publishMenu('press');
  expect((await owner.publishMenu('press')).undo).toEqual(undo);
  expect((await owner.publishMenu()).undo).toBeNull();
  await owner.undo((await owner.publishMenu('press')).undo);
  expect(await readText(FRIES)).toBe(before);
});

test('two Undos, a publication and its return at once never wait for each other @postgres', async () => {
  await write('Salted.', CORN);
  const undo = await writeAndPublish('Mine');
  const [listed] = await listPublications();
  await Promise.all([
    owner.undo(undo),
    administrator.undo(undo),
    owner.publishMenu(),
    administrator.bringBack(listed),
  ]);
  await write('Salted.', CORN);
});

test('the earlier versions of the menu list each press with its time, its author and what it has published', async () => {
  await write('Salted.');
  const { id } = await owner.addItem(SIDES, 'Slaw');
  await administrator.publishMenu();
  const [listed, ...others] = await listPublications();
  expect(others).toEqual([]);
  expect(listed).toMatchObject({
    author: 'Administrator',
    when: 'Today at noon',
    change: 'Published: “Hand-Cut Fries” and “Slaw”',
    isCurrent: true,
    entries: [
      { uid: uidOf(SIDES), documentId: FRIES.documentId, change: expect.stringMatching(/→ “Salted\.”$/) },
      { uid: uidOf(SIDES), documentId: id, name: 'Slaw', change: 'On the site for the first time' },
    ],
  });
  await owner.undo({ type: 'undoPublish', version: listed?.id ?? 0 });
  expect(await owner.listMenuVersions()).toContainEqual({
    ...listed,
    change: 'Published and taken back: “Hand-Cut Fries” and “Slaw”',
    isCurrent: false,
  });
});

test('a press is brought back as a whole, with a dish that was deleted and one that was taken back @postgres', async () => {
  await write('Salted.', CORN);
  const { id } = await owner.addItem(SIDES, 'Slaw');
  const undo = await writeAndPublish('Mine');
  const after = await readSides();
  await owner.undo(undo);
  await owner.saveDraft(side(id), { description: 'Not yet' });
  await owner.delete(CORN);
  const before = await readSides();
  const [listed] = await listPublications();
  expect(listed).toMatchObject({ isCurrent: false });
  const { undo: undos } = await owner.bringBack(listed);
  expect(await readSides()).toEqual(after);
  expect(await owner.open(side(id))).toMatchObject({ description: 'Not yet' });
  expect((await owner.bringBack(listed)).undo).toEqual([]);
  await owner.undo(undos);
  expect(await readSides()).toEqual(before);
});

test('one dish of a press is brought back by itself, from its own versions', async () => {
  await write('Salted.', CORN);
  await writeAndPublish('Mine');
  const corn = await readText(CORN);
  for (const { uid, documentId } of (await listPublications())[0]?.entries ?? []) {
    const [, earlier] = await owner.listVersions({ type: uid.split('.').at(-1) ?? '', documentId });
    if (documentId === FRIES.documentId) await owner.bringBack(earlier);
  }
  expect(await readText(FRIES)).not.toBe('Mine');
  expect(await readText(CORN)).toBe(corn);
});

test('a version of a dish that is not kept any more is left out of its press, which can’t be undone then', async () => {
  await write('Salted.', CORN);
  const undo = await writeAndPublish('Mine');
  const [version] = await owner.listVersions(FRIES);
  await cms.strapi.db.connection.raw(`DELETE FROM site_versions WHERE id = ${version?.id}`);
  await expect(owner.undo(undo)).rejects.toThrow(CHANGED);
  const [listed] = await listPublications();
  expect(listed?.entries?.map(({ documentId }) => documentId)).toEqual([CORN.documentId]);
  await owner.publish(CORN, { description: 'Later' });
  await owner.bringBack(listed);
  expect(await readText(CORN)).toBe('Salted.');
});

test('Undo, the list and Bring back of a press need the permissions for everything that it has published', async () => {
  const permit = (type: string, actions: string[]): Permission[] =>
    actions.map((action) => ({
      action: `plugin::content-manager.explorer.${action}`,
      subject: uidOf(type),
      properties: {},
      conditions: [],
    }));
  const cook = await createAccount('Cook', [
    ...permit(SIDES, ['read', 'update', 'publish']),
    ...permit('menu-soft-drink', ['read']),
  ]);
  await owner.changeText('menu-soft-drink', COLA.documentId, { name: 'Kola' });
  const undo = await writeAndPublish('Mine');
  const [listed] = await listPublications();
  expect(await listPublications(cook)).toEqual([]);
  await expect(cook.undo(undo)).rejects.toThrow(/^403/);
  await expect(cook.bringBack(listed)).rejects.toThrow(/^403/);
  expect(await readText(FRIES)).toBe('Mine');
  await expect(cook.undo({ type: 'undoPublish', version: 999_999 })).rejects.toThrow(/^404 .*not kept/);
  const [order] = (await owner.listMenuVersions()).filter(({ kind }) => kind === 'order');
  await expect(owner.undo({ type: 'undoPublish', version: order?.id ?? 0 })).rejects.toThrow(/^404 /);
});
