import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MenuAnswer } from '../../cms/src/menu/menuAnswers.ts';
import { send } from '../support/entries.ts';
import { createNextRelease, NEXT_VERSION } from '../support/nextRelease.ts';
import { expect, test } from '../support/operations.ts';
import { copySeededData } from '../support/seededCopy.ts';
import { Stack } from '../support/stack.ts';

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

interface Drink {
  drinkName: string;
  size?: string;
}

/** What the menu's screen gets: its sections, how many changes wait, and the items that they are in. */
async function readMenu(stack: Stack) {
  const menu: MenuAnswer = await send(stack, 'GET', '/menu');
  const items = menu.sections.flatMap(({ lists }) => lists).flatMap((list) => list.items);
  const waiting = items.filter(({ shown, otherChanges }) => shown ?? otherChanges);
  return { ...menu, waiting };
}

const expectNothingWaits = async (stack: Stack) =>
  expect(await readMenu(stack)).toMatchObject({ unpublished: 0, waiting: [] });

async function readPublished<Data>({ cms }: Stack, path: string): Promise<Data> {
  const { data }: { data: Data } = await (await fetch(cms + path)).json();
  return data;
}

const readSide = (stack: Stack, id: string) =>
  readPublished(stack, `/api/menu-sides/${id}?populate=photograph`);

const saveSide = (stack: Stack, id: string, values: object) => send(stack, 'PUT', `${SIDES}/${id}`, values);

test('“Publish the menu” publishes the fields that a release has added to dishes and drinks', async ({
  scratch,
  startCms,
}) => {
  const cms = await startCms(copySeededData(join(scratch, 'data')), {
    folder: createRelease(join(scratch, 'next')),
    env: { VERSION: NEXT_VERSION },
  });
  await cms.waitUntilReady();
  const stack = Stack.at('', cms.address);
  await expectNothingWaits(stack);

  const { results }: { results: [{ id: number }] } = await send(stack, 'GET', '/upload/files?pageSize=1');
  const [picture] = results;
  const { data }: { data: { drinks: [Drink, ...Drink[]] } } = await send(stack, 'GET', DRINKS);
  const [drink, ...otherDrinks] = data.drinks;
  await saveSide(stack, 'hand-cut-fries', { spice: 'hot', note: 'In summer' });
  await saveSide(stack, 'sweet-corn', { dishName: 'Corn', photograph: picture.id });
  await send(stack, 'PUT', DRINKS, { drinks: [{ ...drink, size: 'Large' }, ...otherDrinks] });

  await test.step('each item with changes counts once and names the fields that the screen does not show', async () => {
    const { unpublished, waiting } = await readMenu(stack);
    expect(unpublished).toBe(3);
    expect(waiting).toMatchObject([
      { name: 'Corn', shown: { name: 'Sweet Corn in the Husk' }, otherChanges: ['photograph'] },
      { name: 'Hand-Cut Fries', otherChanges: ['Spice', 'Note'] },
      { name: drink.drinkName, otherChanges: ['size'] },
    ]);
    expect(waiting[1]).not.toHaveProperty('shown');
    expect(await readSide(stack, 'hand-cut-fries')).toMatchObject({ spice: 'mild' });
  });

  await test.step('the site has all of them after one press', async () => {
    await send(stack, 'POST', '/menu/publish');
    await expectNothingWaits(stack);
    expect(await readSide(stack, 'hand-cut-fries')).toMatchObject({ spice: 'hot', note: 'In summer' });
    expect(await readSide(stack, 'sweet-corn')).toMatchObject({
      dishName: 'Corn',
      photograph: { id: picture.id },
    });
    const published: { drinks: Drink[] } = await readPublished(
      stack,
      '/api/menu-soft-drinks?populate=drinks',
    );
    expect(published.drinks[0]).toMatchObject({ drinkName: drink.drinkName, size: 'Large' });
  });

  await test.step('another place does not wait', async () => {
    const { sections } = await readMenu(stack);
    const seen = sections[2]?.lists[0]?.items.map(({ id }) => id) ?? [];
    await send(stack, 'PUT', '/menu/menu-side/order', { ids: seen.toReversed(), seen });
    await expectNothingWaits(stack);
  });

  await test.step('an edit that was taken back does not wait', async () => {
    await saveSide(stack, 'hand-cut-fries', { spice: 'mild' });
    await saveSide(stack, 'hand-cut-fries', { spice: 'hot' });
    await expectNothingWaits(stack);
  });
});
