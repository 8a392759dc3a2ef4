import type { MenuAnswer, MenuItem } from '../../cms/src/menu/menuAnswers.ts';
import type { VersionSummary } from '../../cms/src/versions/version.ts';
import { type EntryId, listVersions, pathOf, publishInCms, saveDraft, send } from '../support/entries.ts';
import { accounts } from '../support/seededCopy.ts';
import { expect, Stack, signIn, test } from '../support/stack.ts';

const LIST = 'menu-soft-drinks';
const DRINKS: EntryId = { uid: 'api::menu-soft-drinks.menu-soft-drinks', documentId: LIST };
const KEY = /^[\da-f-]{36}$/;

interface Row {
  id?: number;
  drinkName: string;
}

/** Reads the rows of the draft, as Strapi's form has them. */
async function readRows(stack: Stack): Promise<Row[]> {
  const { data }: { data: { drinks: Row[] } } = await send(stack, 'GET', pathOf(DRINKS));
  return data.drinks;
}

async function readItems(stack: Stack): Promise<MenuItem[]> {
  const { sections }: MenuAnswer = await send(stack, 'GET', '/menu');
  return sections.flatMap(({ lists }) => lists).find(({ type }) => type === LIST)?.items ?? [];
}

const listIds = (items: MenuItem[]) => items.map(({ id }) => id);

/** Returns the id of each drink by its name. */
const readIds = async (stack: Stack): Promise<Record<string, string>> =>
  Object.fromEntries((await readItems(stack)).map(({ name, id }) => [name, id]));

const bringBack = (stack: Stack, version: VersionSummary | undefined) =>
  send(stack, 'POST', `/versions/${version?.id}/bring-back`, {});

test('drinks that are all renamed in Strapi’s form stay the same drinks until they are published @both', async ({
  editableStack: stack,
}) => {
  const before = await readItems(stack);
  for (const id of listIds(before)) expect(id).toMatch(KEY);
  const rows = await readRows(stack);
  // Each gets the name of the next one, so that no name tells which drink it is.
  const renamed = rows.map(({ id }, index) => ({
    id,
    drinkName: rows.at(index + 1 - rows.length)?.drinkName,
  }));
  await saveDraft(stack, DRINKS, { drinks: renamed });
  const shown = before.map(({ id, name }, index) => ({
    id,
    name: renamed[index]?.drinkName,
    isShown: true,
    shown: { name },
  }));
  expect(await readItems(stack)).toMatchObject(shown);

  await test.step('a renamed drink that is moved and switched off is the right one on the site', async () => {
    const [first = '', ...others] = listIds(before);
    await send(stack, 'PUT', `/menu/${LIST}/order`, { ids: [...others, first], seen: [first, ...others] });
    await send(stack, 'PUT', `/menu/${LIST}/items/${first}/shown`, { shown: false });
    const { data } = JSON.parse(await stack.readContent(LIST));
    expect(data.drinks.at(-1)).toMatchObject({ drinkName: before[0]?.name, offMenu: true });
    expect(data.drinks.filter(({ offMenu }: { offMenu: boolean }) => offMenu)).toHaveLength(1);
  });

  await test.step('publishing keeps them', async () => {
    const ids = listIds(await readItems(stack));
    await publishInCms(stack, DRINKS, {});
    const published = await readItems(stack);
    expect(listIds(published)).toEqual(ids);
    expect(published.at(-1)).toMatchObject({
      id: before[0]?.id,
      name: renamed[0]?.drinkName,
      isShown: false,
    });
    for (const item of published) expect(item).not.toHaveProperty('shown');
  });
});

test('a drink that is added in Strapi’s form has its key when it is saved, and keeps it when it is published', async ({
  editableStack: stack,
}) => {
  const ids = await readIds(stack);
  await saveDraft(stack, DRINKS, { drinks: [{ drinkName: 'Birch Beer' }, ...(await readRows(stack))] });
  const { 'Birch Beer': added, ...others } = await readIds(stack);
  expect(added).toMatch(KEY);
  expect(others).toEqual(ids);
  await publishInCms(stack, DRINKS, { drinks: await readRows(stack) });
  expect((await readItems(stack)).find(({ id }) => id === added)).toMatchObject({
    isShown: true,
    isNew: false,
  });
});

test('discarded changes and an earlier version bring a deleted drink back as the same drink @both', async ({
  editableStack: stack,
}) => {
  const ids = await readIds(stack);
  const [first, ...others] = await readRows(stack);
  await saveDraft(stack, DRINKS, { drinks: others });
  await send(stack, 'POST', `${pathOf(DRINKS)}/actions/discard`, {});
  expect(await readIds(stack)).toEqual(ids);

  await publishInCms(stack, DRINKS, { drinks: (await readRows(stack)).slice(1) });
  expect(Object.keys(await readIds(stack))).not.toContain(first?.drinkName);
  await bringBack(stack, (await listVersions(stack, DRINKS))[1]);
  expect(await readIds(stack)).toEqual(ids);
  expect((await send<MenuAnswer>(stack, 'GET', '/menu')).unpublished).toBe(0);
});

test('only the server knows the keys', async ({ stack }) => {
  const keys = listIds(await readItems(stack));
  const isSecret = (text: string) => !keys.some((key) => text.includes(key)) && !text.includes('"key"');
  const owner = Stack.at(
    '',
    stack.cms,
    await signIn(stack.cms, accounts.OWNER_EMAIL, accounts.OWNER_PASSWORD),
  );

  await test.step('the public API does not answer with them, or search for them', async () => {
    const path = `${stack.cms}/api/${LIST}`;
    for (const query of ['populate=*', 'populate=drinks', 'populate[drinks][populate]=*'])
      expect(isSecret(await (await fetch(`${path}?${query}`)).text()), query).toBe(true);
    for (const query of ['populate[drinks][fields][0]=key', `filters[drinks][key][$eq]=${keys[0]}`])
      expect((await fetch(`${path}?${query}`)).status, query).toBe(400);
  });

  await test.step('neither account has them in the form of the list, its layout, or its permissions', async () => {
    for (const account of [stack, owner])
      for (const path of [
        pathOf(DRINKS),
        `${pathOf(DRINKS)}?status=published`,
        `/content-manager/content-types/${DRINKS.uid}/configuration`,
        '/content-manager/components',
      ]) {
        const response = await account.asAdmin('GET', path);
        expect(response.status, path).toBe(200);
        expect(isSecret(await response.text()), path).toBe(true);
      }
    const permissions = await (await owner.asAdmin('GET', '/admin/users/me/permissions')).text();
    expect(permissions).toContain('drinks.drinkName');
    expect(permissions).not.toContain('drinks.key');
  });

  await test.step('no version tells of them', async () => {
    for (const { change } of await listVersions(stack, DRINKS)) expect(isSecret(change)).toBe(true);
  });
});
