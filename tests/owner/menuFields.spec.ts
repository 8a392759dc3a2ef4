import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MenuAnswer } from '../../cms/src/menu/menuAnswers.ts';
import { createNextRelease, NEXT_VERSION } from '../support/nextRelease.ts';
import { openAdmin } from '../support/openAdmin.ts';
import { copySeededData, expect, test } from '../support/operations.ts';
import { accounts, signIn } from '../support/stack.ts';

const SIDES = '/content-manager/collection-types/api::menu-side.menu-side';
const DRINKS = '/content-manager/single-types/api::menu-soft-drinks.menu-soft-drinks';

/** Makes a release whose sides have a spice, a note and a photograph, and whose soft drinks have a size. */
function createRelease(path: string): string {
  const folder = createNextRelease(path);
  const addField = (schemaPath: string, name: string, attribute: object) => {
    const file = join(folder, 'src', schemaPath);
    const schema = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(
      file,
      JSON.stringify({ ...schema, attributes: { ...schema.attributes, [name]: attribute } }),
    );
  };
  const photograph = { type: 'media', multiple: false, allowedTypes: ['images'] };
  addField('api/menu-side/content-types/menu-side/schema.json', 'photograph', photograph);
  // The next release removes it, and the menu's screen shows it.
  addField('api/menu-header/content-types/menu-header/schema.json', 'headingName', { type: 'string' });
  addField('components/menu/soft-drink.json', 'size', { type: 'string' });
  return folder;
}

test('“Publish the menu” counts, names and publishes the fields that a release has added to dishes and drinks, and no others', async ({
  page,
  scratch,
  startCms,
}) => {
  const folder = createRelease(join(scratch, 'next'));
  const cms = await startCms(copySeededData(join(scratch, 'data')), {
    folder,
    env: { VERSION: NEXT_VERSION },
  });
  await cms.waitUntilReady();
  const token = await signIn(cms.address, accounts.ADMIN_EMAIL, accounts.ADMIN_PASSWORD);
  const send = async (method: string, path: string, body?: object) => {
    const response = await fetch(cms.address + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    expect(response.status, text).toBe(200);
    return JSON.parse(text);
  };
  const readMenu = async () => {
    const menu: MenuAnswer = await send('GET', '/menu');
    const items = menu.sections.flatMap(({ lists }) => lists).flatMap((list) => list.items);
    const marked = items.filter(({ shown, otherChanges }) => shown ?? otherChanges);
    return { ...menu, items, marked };
  };
  const readSite = async (path: string) => (await (await fetch(cms.address + path)).json()).data;
  const readSide = (id: string) => readSite(`/api/menu-sides/${id}?populate=photograph`);
  const readDrinks = async () => (await readSite('/api/menu-soft-drinks?populate=drinks')).drinks;

  expect(await readMenu()).toMatchObject({ unpublished: 0, marked: [] });
  const [picture] = (await send('GET', '/upload/files?pageSize=1')).results;
  const { drinks } = (await send('GET', DRINKS)).data;
  await send('PUT', `${SIDES}/hand-cut-fries`, { spice: 'hot', note: 'In summer' });
  await send('PUT', `${SIDES}/sweet-corn`, { dishName: 'Corn', photograph: picture.id });
  await send('PUT', `${DRINKS}`, {
    drinks: drinks.map((drink: object, index: number) => ({
      ...drink,
      ...(index === 0 && { size: 'Large' }),
    })),
  });

  const before = await readMenu();
  expect(before.unpublished).toBe(3);
  expect(before.marked).toMatchObject([
    { name: 'Corn', shown: { name: 'Sweet Corn in the Husk' }, otherChanges: ['photograph'] },
    { name: 'Hand-Cut Fries', otherChanges: ['Spice', 'Note'] },
    { name: drinks[0].drinkName, otherChanges: ['size'] },
  ]);
  expect(before.marked[1]).not.toHaveProperty('shown');
  expect((await readSide('hand-cut-fries')).spice).toBe('mild');

  await openAdmin(page, { cms: cms.address });
  await page.getByRole('main').getByRole('link', { name: /^Menu/ }).click();
  const fries = page.getByRole('listitem', { name: 'Hand-Cut Fries', exact: true });
  await expect(fries.getByText('Not on the site yet: the changes of “Spice” and “Note”.')).toBeVisible();
  await expect(page.getByText('3 changes are not on the site yet')).toBeVisible();
  await page.getByRole('button', { name: 'Publish the menu' }).click();
  await expect(page.getByText('Nothing waits to be published.')).toBeVisible();
  await expect(page.getByText('Not on the site yet')).toHaveCount(0);
  expect(await readMenu()).toMatchObject({ unpublished: 0, marked: [] });
  expect(await readSide('hand-cut-fries')).toMatchObject({ spice: 'hot', note: 'In summer' });
  expect(await readSide('sweet-corn')).toMatchObject({ dishName: 'Corn', photograph: { id: picture.id } });
  expect((await readDrinks())[0]).toMatchObject({ drinkName: drinks[0].drinkName, size: 'Large' });

  // Neither a place nor an edit that is taken back is a change that waits.
  const sides = (await readMenu()).sections[2]?.lists[0]?.items.map(({ id }) => id) ?? [];
  await send('PUT', '/menu/menu-side/order', { ids: sides.toReversed(), seen: sides });
  await send('PUT', `${SIDES}/hand-cut-fries`, { spice: 'mild' });
  await send('PUT', `${SIDES}/hand-cut-fries`, { spice: 'hot' });
  expect(await readMenu()).toMatchObject({ unpublished: 0, marked: [] });
});
