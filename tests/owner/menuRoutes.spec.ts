import type { MenuAnswer, MenuChangeAnswer, MenuItem } from '../../cms/src/menu/menuAnswers.ts';
import { type MenuCommand, toRequest } from '../../cms/src/shared/requests/changeCommands.ts';
import { type EntryId, pathOf, saveDraft, send } from '../support/entries.ts';
import { expect, type Stack, test } from '../support/stack.ts';

const SIDES = 'menu-side';
const DRINKS = 'menu-soft-drinks';
const side = (documentId: string): EntryId => ({ uid: 'api::menu-side.menu-side', documentId });
const FRIES = side('hand-cut-fries');
/** Its document id plays no part in its path. */
const DRINK_LIST: EntryId = { uid: 'api::menu-soft-drinks.menu-soft-drinks', documentId: '' };
const FRIES_ITEM = `/menu/${SIDES}/items/hand-cut-fries`;

const change = (stack: Stack, method: string, path: string, body?: object): Promise<MenuChangeAnswer> =>
  send(stack, method, path, body);

const setShown = (stack: Stack, itemPath: string, shown: boolean) =>
  change(stack, 'PUT', `${itemPath}/shown`, { shown });

const move = (stack: Stack, type: string, seen: string[], ids: string[]) =>
  change(stack, 'PUT', `/menu/${type}/order`, { ids, seen });

const publishMenu = (stack: Stack) => change(stack, 'POST', '/menu/publish');

async function undo(stack: Stack, command: MenuCommand | null): Promise<MenuChangeAnswer> {
  if (!command) throw new Error('nothing can be undone');
  const { method, path, body } = toRequest(command);
  return change(stack, method, path, body);
}

/** Sends a request of the menu screen, and returns the status and the message of its rejection. */
async function reject(stack: Stack, method: string, path: string, body?: unknown): Promise<[number, string]> {
  const response = await stack.asAdmin(method, path, body);
  const { error } = await response.json();
  return [response.status, error?.message];
}

const CONFLICT = [409, expect.stringMatching(/^Somebody else has changed this part of the menu/)];
const GONE = [404, expect.stringMatching(/^This is not there any more: somebody has deleted it/)];

const readMenu = (stack: Stack): Promise<MenuAnswer> => send(stack, 'GET', '/menu');

async function listItems(stack: Stack, type: string): Promise<MenuItem[]> {
  const lists = (await readMenu(stack)).sections.flatMap(({ lists }) => lists);
  return lists.find((list) => list.type === type)?.items ?? [];
}

const listIds = async (stack: Stack, type: string) => (await listItems(stack, type)).map(({ id }) => id);

async function findItem(stack: Stack, type: string, name: string): Promise<MenuItem> {
  const item = (await listItems(stack, type)).find((candidate) => candidate.name === name);
  if (!item) throw new Error(`${type} has no “${name}”`);
  return item;
}

const without = <Value>(values: Value[], value: Value) => values.filter((other) => other !== value);

interface StrapiList {
  data: { sideName: string; description: string | null; position: number }[];
}

/** The sides that the CMS publishes, as the site shows them: by position, then by name. */
async function sidesOnSite(stack: Stack): Promise<string[]> {
  const { data }: StrapiList = JSON.parse(await stack.readContent(SIDES));
  return data
    .sort((a, b) => a.position - b.position || a.sideName.localeCompare(b.sideName, 'en'))
    .map(({ sideName, description }) => (description === 'Not yet' ? 'NOT YET' : sideName));
}

interface DrinkList {
  subHeading: string;
  drinks: { id: number; drinkName: string; offMenu: boolean | null }[];
}

/** The soft drinks that the CMS publishes and that are not off the menu. */
async function drinksOnSite(stack: Stack): Promise<string[]> {
  const { data }: { data: DrinkList } = JSON.parse(await stack.readContent(DRINKS));
  return data.drinks.filter(({ offMenu }) => offMenu !== true).map(({ drinkName }) => drinkName);
}

async function readDraft<Data>(stack: Stack, entry: EntryId): Promise<Data> {
  const { data }: { data: Data } = await send(stack, 'GET', pathOf(entry));
  return data;
}

const openDraftOfFries = (stack: Stack) => saveDraft(stack, FRIES, { description: 'Not yet' });

const expectOpenDraftOfFries = async (stack: Stack) =>
  expect(await readDraft(stack, FRIES)).toMatchObject({ description: 'Not yet', status: 'modified' });

test.describe('reading the menu', () => {
  test('lists the sections in the order of the site', async ({ stack }) => {
    const { sections } = await readMenu(stack);
    expect(sections.map(({ heading, lists }) => [heading, lists.map(({ heading }) => heading)])).toEqual([
      ['Appetizers', [undefined]],
      ['Entrees', [undefined]],
      ['Sides', [undefined]],
      ['Drinks', ['Soft drinks', 'Cocktails, beer and wine']],
    ]);
    const sides = sections[2]?.lists[0]?.items.map(({ name }) => name);
    expect(sides).toEqual(await sidesOnSite(stack));
  });

  test('has the words of a draft beside those that the site shows', async ({ editableStack: stack }) => {
    await saveDraft(stack, FRIES, { sideName: 'Fries' });
    expect((await readMenu(stack)).unpublished).toBe(1);
    const fries = await findItem(stack, SIDES, 'Fries');
    expect(fries).toEqual({
      id: 'hand-cut-fries',
      name: 'Fries',
      description: fries.description,
      isShown: true,
      shown: { name: 'Hand-Cut Fries', description: fries.description },
      isNew: false,
    });
  });
});

test.describe('moving', () => {
  test('a move and its undo change only the order of the site @both', async ({ editableStack: stack }) => {
    await openDraftOfFries(stack);
    const polenta = side('stone-ground-polenta');
    const { updatedAt }: { updatedAt: string } = await readDraft(stack, polenta);
    const [seen, before] = [await listIds(stack, SIDES), await sidesOnSite(stack)];
    const ids = ['hand-cut-fries', ...without(seen, 'hand-cut-fries')];

    const moved = await move(stack, SIDES, seen, ids);
    expect(moved.menu.sections[2]?.lists[0]?.items.map(({ id }) => id)).toEqual(ids);
    expect(await sidesOnSite(stack)).toEqual(['Hand-Cut Fries', ...without(before, 'Hand-Cut Fries')]);
    await expectOpenDraftOfFries(stack);
    expect(await readDraft(stack, polenta)).toMatchObject({ status: 'published', updatedAt });

    await undo(stack, moved.undo);
    expect(await sidesOnSite(stack)).toEqual(before);
  });

  test('a form that was opened before a move does not take it back', async ({ editableStack: stack }) => {
    const { position }: { position: number } = await readDraft(stack, FRIES);
    const seen = await listIds(stack, SIDES);
    await move(stack, SIDES, seen, seen.toReversed());
    const moved = await sidesOnSite(stack);
    await send(stack, 'POST', `${pathOf(FRIES)}/actions/publish`, { description: 'Salted.', position });
    expect(await sidesOnSite(stack)).toEqual(moved);
  });

  test('of two moves at once one is made, and the other is rejected @postgres', async ({
    editableStack: stack,
  }) => {
    const seen = await listIds(stack, SIDES);
    const orders = [seen.toReversed(), [...seen.slice(1), seen[0]]];
    const responses = await Promise.all(
      orders.map((ids) => stack.asAdmin('PUT', `/menu/${SIDES}/order`, { ids, seen })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    const made = orders[responses.findIndex(({ status }) => status === 200)];
    expect(await listIds(stack, SIDES)).toEqual(made);
  });
});

test.describe('taking off the menu', () => {
  test('a dish that is taken off and put back keeps its words, place and open draft @both', async ({
    editableStack: stack,
  }) => {
    await openDraftOfFries(stack);
    const before = await sidesOnSite(stack);
    const off = await setShown(stack, FRIES_ITEM, false);
    expect(off.menu.sections[2]?.lists[0]?.items[1]).toMatchObject({ isShown: false, isNew: false });
    expect(await sidesOnSite(stack)).toEqual(without(before, 'Hand-Cut Fries'));
    await undo(stack, off.undo);
    expect(await sidesOnSite(stack)).toEqual(before);
    await expectOpenDraftOfFries(stack);
  });

  test('“Publish the menu” publishes no draft of a dish that is off @both', async ({
    editableStack: stack,
  }) => {
    await openDraftOfFries(stack);
    const { menu } = await setShown(stack, FRIES_ITEM, false);
    expect(menu.unpublished).toBe(0);
    const before = await sidesOnSite(stack);
    await publishMenu(stack);
    expect(await sidesOnSite(stack)).toEqual(before);
  });

  test('a dish that is moved while it is off comes back in its new place @both', async ({
    editableStack: stack,
  }) => {
    await setShown(stack, FRIES_ITEM, false);
    const seen = await listIds(stack, SIDES);
    await move(stack, SIDES, seen, [...without(seen, 'hand-cut-fries'), 'hand-cut-fries']);
    await setShown(stack, FRIES_ITEM, true);
    expect((await sidesOnSite(stack)).at(-1)).toBe('Hand-Cut Fries');
  });

  test('presses of a switch at once end with what the site shows @both', async ({ editableStack: stack }) => {
    const { id } = await findItem(stack, DRINKS, 'Cola');
    for (const [type, itemPath, name, onSite] of [
      [SIDES, FRIES_ITEM, 'Hand-Cut Fries', sidesOnSite],
      [DRINKS, `/menu/${DRINKS}/items/${id}`, 'Cola', drinksOnSite],
    ] as const) {
      await Promise.all([false, true, false, true].map((shown) => setShown(stack, itemPath, shown)));
      const { isShown } = await findItem(stack, type, name);
      expect(isShown, name).toBe((await onSite(stack)).includes(name));
    }
  });

  test('a second press of a switch that is sent again changes nothing', async ({ editableStack: stack }) => {
    const { id } = await findItem(stack, DRINKS, 'Cola');
    for (const [itemPath, name, onSite] of [
      [FRIES_ITEM, 'Hand-Cut Fries', sidesOnSite],
      [`/menu/${DRINKS}/items/${id}`, 'Cola', drinksOnSite],
    ] as const) {
      const before = await onSite(stack);
      for (const [shown, expected] of [
        [false, without(before, name)],
        [true, before],
      ] as const) {
        await setShown(stack, itemPath, shown);
        expect(await setShown(stack, itemPath, shown), name).toMatchObject({ undo: null });
        expect(await onSite(stack), name).toEqual(expected);
      }
    }
  });
});

test.describe('a list of drinks with an open draft', () => {
  /** Saves a draft of the list with another heading and one drink more; returns the drinks on the site and the first one's path. */
  async function openDraftOfDrinks(stack: Stack) {
    const { drinks }: DrinkList = await readDraft(stack, DRINK_LIST);
    await saveDraft(stack, DRINK_LIST, {
      subHeading: 'Not yet',
      drinks: [...drinks.map(({ id }) => ({ id })), { drinkName: 'Not yet' }],
    });
    const before = await drinksOnSite(stack);
    const [first = '', second = ''] = before;
    const { id } = await findItem(stack, DRINKS, first);
    return { before, first, second, id, path: `/menu/${DRINKS}/items/${id}` };
  }

  /** Expects the draft as `openDraftOfDrinks` has saved it. */
  async function expectOpenDraft(stack: Stack, before: string[]): Promise<void> {
    const draft: DrinkList = await readDraft(stack, DRINK_LIST);
    expect(draft).toMatchObject({ subHeading: 'Not yet', status: 'modified' });
    expect(draft.drinks.map(({ drinkName }) => drinkName)).toEqual([...before, 'Not yet']);
    expect((await readMenu(stack)).unpublished).toBe(1);
  }

  test('keeps it when a drink is taken off and put back @both', async ({ editableStack: stack }) => {
    const { before, first, id, path } = await openDraftOfDrinks(stack);
    const off = await setShown(stack, path, false);
    expect(await drinksOnSite(stack)).toEqual(before.slice(1));
    expect(await findItem(stack, DRINKS, first)).toMatchObject({ id, isShown: false });
    await undo(stack, off.undo);
    expect(await drinksOnSite(stack)).toEqual(before);
    await expectOpenDraft(stack, before);
  });

  test('keeps it when a drink is moved and moved back @both', async ({ editableStack: stack }) => {
    const { before, first, second } = await openDraftOfDrinks(stack);
    const seen = await listIds(stack, DRINKS);
    const ids = [...seen.slice(1, 2), ...seen.slice(0, 1), ...seen.slice(2)];
    const moved = await move(stack, DRINKS, seen, ids);
    expect(await drinksOnSite(stack)).toEqual([second, first, ...before.slice(2)]);
    // Sent again, because the response to the first request may have been lost.
    expect((await move(stack, DRINKS, seen, ids)).undo).toEqual(moved.undo);
    const other = { ids: seen.toReversed(), seen };
    expect(await reject(stack, 'PUT', `/menu/${DRINKS}/order`, other)).toEqual(CONFLICT);
    await undo(stack, moved.undo);
    expect(await drinksOnSite(stack)).toEqual(before);
    await expectOpenDraft(stack, before);
  });

  test('keeps it when a drink is deleted and restored @both', async ({ editableStack: stack }) => {
    const { before, first, id, path } = await openDraftOfDrinks(stack);
    const deleted = await change(stack, 'DELETE', path);
    expect(await drinksOnSite(stack)).toEqual(before.slice(1));
    expect((await reject(stack, 'DELETE', path))[0]).toBe(404);
    const restored = await undo(stack, deleted.undo);
    expect(await findItem(stack, DRINKS, first)).toMatchObject({ id, isShown: true });
    expect(restored.undo).toEqual({ type: 'delete', list: DRINKS, id });
    // Sent again, because the response to the first request may have been lost.
    expect((await undo(stack, deleted.undo)).undo).toEqual(restored.undo);
    expect(await drinksOnSite(stack)).toEqual(before);
    await expectOpenDraft(stack, before);
  });
});

test.describe('words and new items', () => {
  /** Adds a side and a drink, and changes the words of one each; returns what the site shows then. */
  async function changeWords(stack: Stack) {
    const { description } = await findItem(stack, SIDES, 'Hand-Cut Fries');
    const words = {
      name: 'Fries',
      description: 'Salted.',
      seen: { name: 'Hand-Cut Fries', description },
    };
    await change(stack, 'POST', `/menu/${SIDES}/items`, { name: ' Slaw ', description: '' });
    await change(stack, 'POST', `/menu/${DRINKS}/items`, { name: 'Birch Beer' });
    const { id } = await findItem(stack, DRINKS, 'Cola');
    await change(stack, 'PUT', `/menu/${DRINKS}/items/${id}`, { name: 'Coke', seen: { name: 'Cola' } });
    const { menu } = await change(stack, 'PUT', FRIES_ITEM, words);
    // Sent again, because the response to the first request may have been lost.
    expect((await change(stack, 'PUT', FRIES_ITEM, words)).menu).toEqual(menu);
    return { menu, sides: await sidesOnSite(stack), drinks: await drinksOnSite(stack) };
  }

  test('are saved as drafts @both', async ({ editableStack: stack }) => {
    const [sides, drinks] = [await sidesOnSite(stack), await drinksOnSite(stack)];
    expect(await changeWords(stack)).toMatchObject({ menu: { unpublished: 4 }, sides, drinks });
    const added = { isShown: false, isNew: true };
    expect((await listItems(stack, SIDES)).at(-1)).toMatchObject({ name: 'Slaw', ...added });
    expect((await listItems(stack, DRINKS)).at(-1)).toMatchObject({ name: 'Birch Beer', ...added });
    expect(await findItem(stack, DRINKS, 'Coke')).toMatchObject({ isShown: true, shown: { name: 'Cola' } });
  });

  test('are published in one go, without a dish that can’t be published @both', async ({
    editableStack: stack,
  }) => {
    const { sides, drinks } = await changeWords(stack);
    const [corn = ''] = sides;
    await saveDraft(stack, side('sweet-corn'), { sideName: '' });
    expect(await reject(stack, 'POST', '/menu/publish', {})).toEqual([
      400,
      expect.stringMatching(new RegExp(`^“${corn}” could not be published.* Everything else is on the site`)),
    ]);
    expect(await sidesOnSite(stack)).toEqual([corn, 'Fries', ...sides.slice(2), 'Slaw']);
    const published = drinks.map((name) => (name === 'Cola' ? 'Coke' : name));
    expect(await drinksOnSite(stack)).toEqual([...published, 'Birch Beer']);
    expect((await readMenu(stack)).unpublished).toBe(1);
  });

  test('do not wait to be published after they were put back', async ({ editableStack: stack }) => {
    const { description } = await findItem(stack, SIDES, 'Hand-Cut Fries');
    const body = { name: 'Fries', description, seen: { name: 'Hand-Cut Fries', description } };
    const changed = await change(stack, 'PUT', FRIES_ITEM, body);
    expect(await readDraft(stack, FRIES)).toMatchObject({ status: 'modified' });
    await undo(stack, changed.undo);
    expect(await readDraft(stack, FRIES)).toMatchObject({ status: 'published' });
    expect((await readMenu(stack)).unpublished).toBe(0);
  });
});

test.describe('deleting', () => {
  test('undo brings a deleted dish back in its place and with its open draft @both', async ({
    editableStack: stack,
  }) => {
    await openDraftOfFries(stack);
    const [before, items] = [await sidesOnSite(stack), await listItems(stack, SIDES)];
    const deleted = await change(stack, 'DELETE', FRIES_ITEM);
    expect(await sidesOnSite(stack)).toEqual(without(before, 'Hand-Cut Fries'));
    await undo(stack, deleted.undo);
    expect(await sidesOnSite(stack)).toEqual(before);
    expect(await listItems(stack, SIDES)).toEqual(items);
  });

  test('an undo that is sent again overwrites no newer words', async ({ editableStack: stack }) => {
    const deleted = await change(stack, 'DELETE', FRIES_ITEM);
    await undo(stack, deleted.undo);
    await saveDraft(stack, FRIES, { description: 'Newer' });
    expect((await undo(stack, deleted.undo)).undo).toBe(null);
    expect(await readDraft(stack, FRIES)).toMatchObject({ description: 'Newer' });
  });

  test('changes of a deleted dish are rejected', async ({ editableStack: stack }) => {
    const seen = await listIds(stack, SIDES);
    await change(stack, 'DELETE', FRIES_ITEM);
    const words = { name: 'Fries', description: '', seen: { name: 'Hand-Cut Fries', description: '' } };
    expect(await reject(stack, 'DELETE', FRIES_ITEM)).toEqual(GONE);
    expect(await reject(stack, 'PUT', FRIES_ITEM, words)).toEqual(GONE);
    expect(await reject(stack, 'PUT', `${FRIES_ITEM}/shown`, { shown: true })).toEqual(GONE);
    expect(await reject(stack, 'PUT', `/menu/${SIDES}/order`, { ids: seen, seen })).toEqual(CONFLICT);
  });

  test('two deletions can be undone after a move in between was made and undone @both', async ({
    editableStack: stack,
  }) => {
    const before = await sidesOnSite(stack);
    const [first = '', second = '', third = ''] = await listIds(stack, SIDES);
    const deletions: MenuChangeAnswer[] = [];
    for (const id of [first, third])
      deletions.unshift(await change(stack, 'DELETE', `/menu/${SIDES}/items/${id}`));
    const seen = await listIds(stack, SIDES);
    expect(seen[0]).toBe(second);
    const moved = await move(stack, SIDES, seen, [...seen.slice(1), second]);
    await undo(stack, moved.undo);
    for (const deletion of deletions) await undo(stack, deletion.undo);
    expect(await sidesOnSite(stack)).toEqual(before);
  });
});

test.describe('rejections', () => {
  test('rejects words that somebody else has changed', async ({ editableStack: stack }) => {
    const seen = { name: 'Hand-Cut Fries', description: 'From another day.' };
    expect(await reject(stack, 'PUT', FRIES_ITEM, { name: 'Fries', description: '', seen })).toEqual([
      409,
      expect.stringMatching(/^Somebody else has changed “Hand-Cut Fries”/),
    ]);
    expect((await readMenu(stack)).unpublished).toBe(0);
  });

  test('rejects words that are empty, too long or unstorable, and requests that it can’t read', async ({
    stack,
  }) => {
    const sides = `/menu/${SIDES}`;
    const drinks = `/menu/${DRINKS}`;
    const tooLong = 'x'.repeat(81);
    const drink = { id: '1', name: 'Cola', isOff: false, index: 0, published: null };
    const unreadable = /could not be understood.* nothing has changed/;
    for (const [method, path, body, status, message] of [
      ['POST', `${sides}/items`, { name: ' ', description: '' }, 400, /^Write a name/],
      ['POST', `${sides}/items`, { name: tooLong, description: '' }, 400, /^Name: .*too long, 80 characters/],
      ['POST', `${sides}/items`, { name: 'Slaw\0', description: '' }, 400, /character that can’t be saved/],
      ['POST', `${drinks}/items`, { name: tooLong }, 400, /^Drink: .*too long, 80 characters/],
      ['POST', `${sides}/items`, { name: 7 }, 400, unreadable],
      ['POST', `${sides}/items`, undefined, 400, unreadable],
      ['PUT', FRIES_ITEM, { name: 'Fries' }, 400, unreadable],
      ['PUT', `${FRIES_ITEM}/shown`, { shown: 'yes' }, 400, unreadable],
      ['PUT', `${sides}/order`, { ids: ['sweet-corn'], seen: [] }, 400, unreadable],
      ['POST', `${drinks}/restored-items`, { ...drink, index: -1 }, 400, unreadable],
      ['POST', `${drinks}/restored-items`, { ...drink, id: 'x'.repeat(300) }, 400, unreadable],
      ['POST', `${sides}/restored-items`, { version: 2 ** 31 }, 404, /version is not kept any more/],
      ['PUT', '/menu/homepage/order', { ids: [], seen: [] }, 404, /^Not Found$/],
    ] as const)
      expect(await reject(stack, method, path, body), `${method} ${path} ${JSON.stringify(body)}`).toEqual([
        status,
        expect.stringMatching(message),
      ]);
    expect((await readMenu(stack)).unpublished).toBe(0);
  });
});
