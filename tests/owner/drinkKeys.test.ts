import { expect, test } from 'vitest';
import { cms } from '../support/cms.ts';
import { administrator, type Entry, owner } from '../support/owner.ts';

// A drink is a row of a component, whose id changes; a hidden key tells which drink it is.

const LIST = 'menu-soft-drinks';
const DRINKS: Entry = { type: LIST, documentId: LIST };
const KEY = /^[\da-f-]{36}$/;

interface Row {
  id?: number;
  drinkName: string;
}

/** The rows of the draft, as Strapi's form has them. */
async function readRows(): Promise<Row[]> {
  const { drinks } = await owner.open(DRINKS);
  return Array.isArray(drinks) ? drinks : [];
}

const readItems = () => owner.listItems(LIST);

/** The id of each drink by its name. */
const readIds = async (): Promise<Record<string, string>> =>
  Object.fromEntries((await readItems()).map(({ name, id }) => [name, id]));

test('drinks that are all renamed in Strapi’s form stay the same drinks until they are published', async () => {
  const before = await readItems();
  const [first = '', ...others] = before.map(({ id }) => id);
  expect(first).toMatch(KEY);
  // Each gets the name of the next one, so that no name tells which drink it is.
  const names = [...before.slice(1), ...before.slice(0, 1)].map(({ name }) => name);
  const rows = await readRows();
  await owner.saveDraft(DRINKS, { drinks: rows.map(({ id }, index) => ({ id, drinkName: names[index] })) });
  expect(await readItems()).toMatchObject(
    before.map(({ id, name }, index) => ({ id, name: names[index], isShown: true, shown: { name } })),
  );

  await owner.move(LIST, [...others, first]);
  await owner.switchItem(LIST, first, false);
  const { data } = JSON.parse(await cms.readContent(LIST));
  const off = data.drinks.filter(({ offMenu }: { offMenu: boolean }) => offMenu);
  expect(off).toEqual([data.drinks.at(-1)]);
  expect(off).toMatchObject([{ drinkName: before[0]?.name }]);

  await owner.publish(DRINKS);
  const published = await readItems();
  expect(published.map(({ id }) => id)).toEqual([...others, first]);
  expect(published.at(-1)).toMatchObject({ name: names[0], isShown: false });
  for (const item of published) expect(item).not.toHaveProperty('shown');
});

test('a drink that is added in Strapi’s form has its key when it is saved, and keeps it when it is published', async () => {
  const ids = await readIds();
  await owner.saveDraft(DRINKS, { drinks: [{ drinkName: 'Birch Beer' }, ...(await readRows())] });
  const { 'Birch Beer': added, ...others } = await readIds();
  expect(added).toMatch(KEY);
  expect(others).toEqual(ids);
  await owner.publish(DRINKS, { drinks: await readRows() });
  expect(await owner.findItem(LIST, 'Birch Beer')).toMatchObject({ id: added, isShown: true, isNew: false });
});

test('a row without its id gets its key by its name, and no row gets the key of another drink', async () => {
  const ids = await readIds();
  const documents = cms.strapi.documents(`api::${LIST}.${LIST}`);
  const update = async (drinks: object[]) => {
    const { documentId = '' } = (await documents.findFirst({})) ?? {};
    const data: object = { drinks };
    await documents.update({ documentId, data });
    expect(await readIds()).toEqual(ids);
  };
  const keys = Object.values(ids);
  await update(
    (await readRows()).map(({ id, drinkName }, index) => ({ id, drinkName, key: keys.at(index - 1) })),
  );
  await update((await readRows()).toReversed().map(({ drinkName }) => ({ drinkName, key: 'no key' })));
});

test('discarded changes and an earlier version bring a deleted drink back as the same drink', async () => {
  const ids = await readIds();
  const [first, ...others] = await readRows();
  await owner.saveDraft(DRINKS, { drinks: others });
  await owner.discardDraft(DRINKS);
  expect(await readIds()).toEqual(ids);
  await owner.publish(DRINKS, { drinks: (await readRows()).slice(1) });
  expect(Object.keys(await readIds())).not.toContain(first?.drinkName);
  await owner.bringBack((await owner.listVersions(DRINKS))[1]);
  expect(await readIds()).toEqual(ids);
  expect((await owner.readMenu()).unpublished).toBe(0);
});

test('only the server knows the keys', async () => {
  const keys = (await readItems()).map(({ id }) => id);
  const isSecret = (text: string) => ![...keys, '"key"', 'drinks.key'].some((key) => text.includes(key));

  for (const query of ['populate=*', 'populate=drinks', 'populate[drinks][populate]=*']) {
    const response = await cms.request('GET', `/api/${LIST}?${query}`);
    expect([response.status, isSecret(await response.text())], query).toEqual([200, true]);
  }
  for (const query of ['populate[drinks][fields][0]=key', `filters[drinks][key][$eq]=${keys[0]}`])
    expect((await cms.request('GET', `/api/${LIST}?${query}`)).status, query).toBe(400);

  for (const account of [owner, administrator])
    for (const answer of [
      await account.open(DRINKS),
      await account.open(DRINKS, 'published'),
      await account.send('GET', `/content-manager/content-types/api::${LIST}.${LIST}/configuration`),
      await account.send('GET', '/content-manager/components'),
      await account.listVersions(DRINKS),
    ])
      expect(isSecret(JSON.stringify(answer))).toBe(true);
  const permissions = JSON.stringify(await owner.send('GET', '/admin/users/me/permissions'));
  expect([permissions.includes('drinks.drinkName'), isSecret(permissions)]).toEqual([true, true]);
});
