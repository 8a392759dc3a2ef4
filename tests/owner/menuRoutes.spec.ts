import type { MenuAnswer, MenuChangeAnswer, MenuItem } from '../../cms/src/menu/menuAnswers.ts';
import { type MenuCommand, toRequest } from '../../cms/src/shared/requests/changeCommands.ts';
import { accounts, expect, type Stack, signIn, test } from '../support/stack.ts';

const SIDES = 'menu-side';
const DRINKS = 'menu-soft-drinks';
const FRIES = '/content-manager/collection-types/api::menu-side.menu-side/hand-cut-fries';
const DRINK_LIST = '/content-manager/single-types/api::menu-soft-drinks.menu-soft-drinks';

/** Sends a request of the menu screen, and expects it to succeed. */
async function send(stack: Stack, method: string, path: string, body?: object): Promise<MenuChangeAnswer> {
  const response = await stack.asAdmin(method, path, body);
  const text = await response.text();
  expect(response.status, text).toBe(200);
  return JSON.parse(text);
}

const sendUndo = async (stack: Stack, undo: MenuCommand | null) => {
  if (!undo) throw new Error('nothing can be undone');
  const { method, path, body } = toRequest(undo);
  return send(stack, method, path, body);
};

/** Sends a request of the menu screen, and returns the status and the sentence of its rejection. */
async function reject(stack: Stack, method: string, path: string, body: unknown): Promise<[number, string]> {
  const response = await stack.asAdmin(method, path, body);
  const { error } = await response.json();
  return [response.status, error?.message];
}

const readMenu = async (stack: Stack): Promise<MenuAnswer> => (await stack.asAdmin('GET', '/menu')).json();

async function readItems(stack: Stack, type: string): Promise<MenuItem[]> {
  const lists = (await readMenu(stack)).sections.flatMap(({ lists }) => lists);
  return lists.find((list) => list.type === type)?.items ?? [];
}

async function findItem(stack: Stack, type: string, name: string): Promise<MenuItem> {
  const item = (await readItems(stack, type)).find((candidate) => candidate.name === name);
  if (!item) throw new Error(`${type} has no “${name}”`);
  return item;
}

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

/** The soft drinks that the CMS publishes and that are not off the menu. */
async function drinksOnSite(stack: Stack): Promise<string[]> {
  const { data }: { data: { drinks: { drinkName: string; offMenu: boolean | null }[] } } = JSON.parse(
    await stack.readContent(DRINKS),
  );
  return data.drinks.filter(({ offMenu }) => offMenu !== true).map(({ drinkName }) => drinkName);
}

const readEntry = async (stack: Stack, path: string) =>
  (await (await stack.asAdmin('GET', path)).json()).data;

test('shows the menu in the order of the site, with the words of the drafts and those that the site shows', async ({
  editableStack: stack,
}) => {
  await stack.asAdmin('PUT', FRIES, { sideName: 'Fries' });
  const menu = await readMenu(stack);
  expect(menu.sections.map(({ heading, lists }) => [heading, lists.map(({ heading }) => heading)])).toEqual([
    ['Appetizers', [undefined]],
    ['Entrees', [undefined]],
    ['Sides', [undefined]],
    ['Drinks', ['Soft drinks', 'Cocktails, beer and wine']],
  ]);
  expect(menu.unpublished).toBe(1);
  const sides = await readItems(stack, SIDES);
  expect(sides.map(({ name, shown }) => shown?.name ?? name)).toEqual(await sidesOnSite(stack));
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

test('moves a dish at once, publishes nothing of an open draft, and undoes the move @both', async ({
  editableStack: stack,
}) => {
  await stack.asAdmin('PUT', FRIES, { description: 'Not yet' });
  const seen = (await readItems(stack, SIDES)).map(({ id }) => id);
  const before = await sidesOnSite(stack);
  const ids = ['hand-cut-fries', ...seen.filter((id) => id !== 'hand-cut-fries')];
  const polenta = FRIES.replace('hand-cut-fries', 'stone-ground-polenta');
  const { updatedAt } = await readEntry(stack, polenta);

  const { menu, undo } = await send(stack, 'PUT', `/menu/${SIDES}/order`, { ids, seen });
  expect(menu.sections[2]?.lists[0]?.items.map(({ id }) => id)).toEqual(ids);
  const moved = ['Hand-Cut Fries', ...before.filter((name) => name !== 'Hand-Cut Fries')];
  expect(await sidesOnSite(stack)).toEqual(moved);
  expect(await readEntry(stack, FRIES)).toMatchObject({ description: 'Not yet', status: 'modified' });
  expect(await readEntry(stack, polenta)).toMatchObject({ status: 'published', updatedAt });
  await stack.waitForSite(SIDES);

  // A form of Strapi that was open before still has the old position.
  await stack.asAdmin('POST', `${FRIES}/actions/publish`, { description: 'Salted.', position: 20 });
  expect(await sidesOnSite(stack)).toEqual(moved);

  await sendUndo(stack, undo);
  expect(await sidesOnSite(stack)).toEqual(before);
});

test('two moves of the same order at once are one move and one sentence @both', async ({
  editableStack: stack,
}) => {
  const seen = (await readItems(stack, SIDES)).map(({ id }) => id);
  const orders = [seen.toReversed(), [...seen.slice(1), seen[0]]];
  const responses = await Promise.all(
    orders.map((ids) => stack.asAdmin('PUT', `/menu/${SIDES}/order`, { ids, seen })),
  );
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
  const done = orders[responses.findIndex(({ status }) => status === 200)];
  expect((await readItems(stack, SIDES)).map(({ id }) => id)).toEqual(done);
});

test('takes a dish off and puts it back with its words and place, and its open draft stays @both', async ({
  editableStack: stack,
}) => {
  await stack.asAdmin('PUT', FRIES, { description: 'Not yet' });
  const before = await sidesOnSite(stack);
  const path = `/menu/${SIDES}/items/hand-cut-fries/shown`;
  const { menu, undo } = await send(stack, 'PUT', path, { shown: false });
  expect(menu.sections[2]?.lists[0]?.items[1]).toMatchObject({ isShown: false, isNew: false });
  expect(menu.unpublished).toBe(0);
  expect(await sidesOnSite(stack)).toEqual(before.filter((name) => name !== 'Hand-Cut Fries'));
  await send(stack, 'POST', '/menu/publish');
  expect(await sidesOnSite(stack)).not.toContain('NOT YET');

  await sendUndo(stack, undo);
  expect(await sidesOnSite(stack)).toEqual(before);
  expect(await readEntry(stack, FRIES)).toMatchObject({ description: 'Not yet', status: 'modified' });

  // Moved while it is off, it comes back in its new place.
  await send(stack, 'PUT', path, { shown: false });
  const seen = (await readItems(stack, SIDES)).map(({ id }) => id);
  const ids = [...seen.filter((id) => id !== 'hand-cut-fries'), 'hand-cut-fries'];
  await send(stack, 'PUT', `/menu/${SIDES}/order`, { ids, seen });
  await send(stack, 'PUT', path, { shown: true });
  expect((await sidesOnSite(stack)).at(-1)).toBe('Hand-Cut Fries');
});

test('ten presses of a switch at once end with what the site shows, of a dish and of a drink @both', async ({
  editableStack: stack,
}) => {
  const { id } = await findItem(stack, DRINKS, 'Cola');
  for (const [type, path, name, onSite] of [
    [SIDES, `/menu/${SIDES}/items/hand-cut-fries/shown`, 'Hand-Cut Fries', sidesOnSite],
    [DRINKS, `/menu/${DRINKS}/items/${id}/shown`, 'Cola', drinksOnSite],
  ] as const) {
    const before = await onSite(stack);
    const presses = Array.from({ length: 10 }, (_, press) => ({ shown: press % 2 === 1 }));
    await Promise.all(presses.map((body) => send(stack, 'PUT', path, body)));
    expect((await findItem(stack, type, name)).isShown).toBe((await onSite(stack)).includes(name));
    for (const shown of [false, false, true, true]) await send(stack, 'PUT', path, { shown });
    expect(await onSite(stack)).toEqual(before);
    expect(await send(stack, 'PUT', path, { shown: true })).toMatchObject({ undo: null });
  }
});

test('takes a drink off, moves, deletes and restores it, and an open draft of the list stays @both', async ({
  editableStack: stack,
}) => {
  const { drinks } = await readEntry(stack, DRINK_LIST);
  await stack.asAdmin('PUT', DRINK_LIST, {
    subHeading: 'Not yet',
    drinks: [...drinks.map(({ id }: MenuItem) => ({ id })), { drinkName: 'Not yet' }],
  });
  const before = await drinksOnSite(stack);
  const [first = '', second = ''] = before;
  const { id } = await findItem(stack, DRINKS, first);
  const path = `/menu/${DRINKS}/items/${id}`;

  const off = await send(stack, 'PUT', `${path}/shown`, { shown: false });
  expect(await drinksOnSite(stack)).toEqual(before.slice(1));
  expect(await findItem(stack, DRINKS, first)).toMatchObject({ id, isShown: false });
  await stack.waitForSite(DRINKS);
  expect(await (await fetch(`${stack.site}/menu`)).text()).not.toContain(`>${first}<`);
  await sendUndo(stack, off.undo);
  expect(await drinksOnSite(stack)).toEqual(before);

  const seen = (await readItems(stack, DRINKS)).map((item) => item.id);
  const ids = [...seen.slice(1, 2), ...seen.slice(0, 1), ...seen.slice(2)];
  const moved = await send(stack, 'PUT', `/menu/${DRINKS}/order`, { ids, seen });
  expect(await drinksOnSite(stack)).toEqual([second, first, ...before.slice(2)]);
  // Sent again, because the response to the first request may have been lost.
  expect((await send(stack, 'PUT', `/menu/${DRINKS}/order`, { ids, seen })).undo).toEqual(moved.undo);
  expect(await reject(stack, 'PUT', `/menu/${DRINKS}/order`, { ids: seen.toReversed(), seen })).toEqual([
    409,
    expect.stringMatching(/^Somebody else has changed this part of the menu/),
  ]);
  await sendUndo(stack, moved.undo);

  const deleted = await send(stack, 'DELETE', path);
  expect(await drinksOnSite(stack)).toEqual(before.slice(1));
  expect((await reject(stack, 'DELETE', path, undefined))[0]).toBe(404);
  const restored = await sendUndo(stack, deleted.undo);
  const { id: newId } = await findItem(stack, DRINKS, first);
  expect(restored.undo).toEqual({ type: 'delete', list: DRINKS, id: newId });
  expect(restored.replacedId).toEqual({ list: DRINKS, from: id, to: newId });
  expect((await sendUndo(stack, deleted.undo)).undo).toEqual(restored.undo);
  expect(await drinksOnSite(stack)).toEqual(before);

  const draft = await readEntry(stack, DRINK_LIST);
  expect(draft).toMatchObject({ subHeading: 'Not yet', status: 'modified' });
  expect(draft.drinks.map(({ drinkName }: { drinkName: string }) => drinkName)).toEqual([
    ...before,
    'Not yet',
  ]);
  expect((await readMenu(stack)).unpublished).toBe(1);
});

test('saves words and added items as drafts, publishes them in one go, and names what can’t be published @both', async ({
  editableStack: stack,
}) => {
  const [sides, drinks] = [await sidesOnSite(stack), await drinksOnSite(stack)];
  const seen = {
    name: 'Hand-Cut Fries',
    description: (await findItem(stack, SIDES, 'Hand-Cut Fries')).description,
  };
  const path = `/menu/${SIDES}/items/hand-cut-fries`;
  await send(stack, 'POST', `/menu/${SIDES}/items`, { name: ' Slaw ', description: '' });
  await send(stack, 'POST', `/menu/${DRINKS}/items`, { name: 'Birch Beer' });
  const cola = await findItem(stack, DRINKS, 'Cola');
  await send(stack, 'PUT', `/menu/${DRINKS}/items/${cola.id}`, { name: 'Coke', seen: { name: 'Cola' } });
  const { menu } = await send(stack, 'PUT', path, { name: 'Fries', description: 'Salted.', seen });
  expect(menu.unpublished).toBe(4);
  expect((await readItems(stack, SIDES)).at(-1)).toMatchObject({ name: 'Slaw', isShown: false, isNew: true });
  expect((await readItems(stack, DRINKS)).at(-1)).toMatchObject({ name: 'Birch Beer', isNew: true });
  expect(await findItem(stack, DRINKS, 'Coke')).toMatchObject({ isShown: true, shown: { name: 'Cola' } });
  expect([await sidesOnSite(stack), await drinksOnSite(stack)]).toEqual([sides, drinks]);
  // Saved again, because the response to the first request may have been lost.
  await send(stack, 'PUT', path, { name: 'Fries', description: 'Salted.', seen });

  const [corn = ''] = sides;
  await stack.asAdmin('PUT', FRIES.replace('hand-cut-fries', 'sweet-corn'), { sideName: '' });
  expect(await reject(stack, 'POST', '/menu/publish', {})).toEqual([
    400,
    `“${corn}” could not be published: look at the words there and try again. Everything else is on the site now.`,
  ]);
  expect(await sidesOnSite(stack)).toEqual([corn, 'Fries', ...sides.slice(2), 'Slaw']);
  expect(await drinksOnSite(stack)).toEqual([
    ...drinks.map((name) => (name === 'Cola' ? 'Coke' : name)),
    'Birch Beer',
  ]);
  expect((await readMenu(stack)).unpublished).toBe(1);
});

test('words that are put back are no unpublished change', async ({ editableStack: stack }) => {
  const { description } = await findItem(stack, SIDES, 'Hand-Cut Fries');
  const body = { name: 'Fries', description, seen: { name: 'Hand-Cut Fries', description } };
  const { undo } = await send(stack, 'PUT', `/menu/${SIDES}/items/hand-cut-fries`, body);
  expect(await readEntry(stack, FRIES)).toMatchObject({ status: 'modified' });
  await sendUndo(stack, undo);
  expect(await readEntry(stack, FRIES)).toMatchObject({ status: 'published' });
  expect((await readMenu(stack)).unpublished).toBe(0);
});

test('deletes a dish with its open draft, and brings both back in their place @both', async ({
  editableStack: stack,
}) => {
  await stack.asAdmin('PUT', FRIES, { description: 'Not yet' });
  const [before, items] = [await sidesOnSite(stack), await readItems(stack, SIDES)];
  const path = `/menu/${SIDES}/items/hand-cut-fries`;
  const { undo } = await send(stack, 'DELETE', path);
  expect(await sidesOnSite(stack)).toEqual(before.filter((name) => name !== 'Hand-Cut Fries'));

  const gone = [404, expect.stringMatching(/^This is not there any more: somebody has deleted it/)];
  const words = { name: 'Fries', description: '', seen: { name: 'Hand-Cut Fries', description: '' } };
  expect(await reject(stack, 'DELETE', path, undefined)).toEqual(gone);
  expect(await reject(stack, 'PUT', path, words)).toEqual(gone);
  expect(await reject(stack, 'PUT', `${path}/shown`, { shown: true })).toEqual(gone);
  const seen = items.map(({ id }) => id);
  expect((await reject(stack, 'PUT', `/menu/${SIDES}/order`, { ids: seen, seen }))[0]).toBe(409);

  await sendUndo(stack, undo);
  expect(await sidesOnSite(stack)).toEqual(before);
  expect(await readItems(stack, SIDES)).toEqual(items);

  await stack.asAdmin('PUT', FRIES, { description: 'Newer' });
  expect((await sendUndo(stack, undo)).undo).toBe(null);
  expect(await readEntry(stack, FRIES)).toMatchObject({ description: 'Newer' });
});

test('undoing a deletion puts the dish in its place, also after a move was made and undone in between @both', async ({
  editableStack: stack,
}) => {
  const before = await sidesOnSite(stack);
  const [first, second, third] = await readItems(stack, SIDES);
  const deletions = [];
  for (const item of [first, third])
    deletions.unshift(await send(stack, 'DELETE', `/menu/${SIDES}/items/${item?.id}`));
  const seen = (await readItems(stack, SIDES)).map(({ id }) => id);
  const ids = [...seen.slice(1), ...seen.slice(0, 1)];
  expect(seen[0]).toBe(second?.id);
  const { undo } = await send(stack, 'PUT', `/menu/${SIDES}/order`, { ids, seen });
  await sendUndo(stack, undo);
  for (const deletion of deletions) await sendUndo(stack, deletion.undo);
  expect(await sidesOnSite(stack)).toEqual(before);
});

test('rejects words that somebody else has changed, and what is empty, too long or no text, with one sentence', async ({
  editableStack: stack,
}) => {
  const path = `/menu/${SIDES}/items`;
  const fries = `${path}/hand-cut-fries`;
  const seen = { name: 'Hand-Cut Fries', description: 'From another day.' };
  const cola = { id: '1', rest: [], name: 'Cola', isOff: false, index: 0, published: null };
  const unreadable = /^This could not be understood, so nothing has changed/;
  for (const [method, target, body, status, sentence] of [
    [
      'PUT',
      fries,
      { name: 'Fries', description: '', seen },
      409,
      /^Somebody else has changed “Hand-Cut Fries”/,
    ],
    ['POST', path, { name: ' ', description: '' }, 400, /^Write a name/],
    [
      'POST',
      path,
      { name: 'x'.repeat(81), description: '' },
      400,
      /^Name: this is too long, 80 characters fit/,
    ],
    ['POST', path, { name: 'Slaw\0', description: '' }, 400, /a character that can’t be saved/],
    ['POST', `/menu/${DRINKS}/items`, { name: 'x'.repeat(81) }, 400, /^Drink: this is too long, 80/],
    ['POST', path, { name: 7 }, 400, unreadable],
    ['POST', path, undefined, 400, unreadable],
    ['PUT', fries, { name: 'Fries' }, 400, unreadable],
    ['PUT', `${fries}/shown`, { shown: 'yes' }, 400, unreadable],
    ['PUT', `/menu/${SIDES}/order`, { ids: ['sweet-corn'], seen: [] }, 400, unreadable],
    ['POST', `/menu/${DRINKS}/restored-items`, { ...cola, index: -1 }, 400, unreadable],
    ['POST', `/menu/${DRINKS}/restored-items`, { ...cola, rest: undefined }, 400, unreadable],
    [
      'POST',
      `/menu/${SIDES}/restored-items`,
      { version: 2 ** 31 },
      404,
      /^This version is not kept any more/,
    ],
    ['PUT', '/menu/homepage/order', { ids: [], seen: [] }, 404, /./],
  ] as const) {
    const [rejected, message] = await reject(stack, method, target, body);
    expect(message, `${method} ${target} ${JSON.stringify(body)}`).toMatch(sentence);
    expect(rejected).toBe(status);
  }
  expect((await readMenu(stack)).unpublished).toBe(0);
});

test('rejects a change by an account that may not publish, and a request without an account', async ({
  editableStack: stack,
}) => {
  const [author] = (await (await stack.asAdmin('GET', '/admin/roles')).json()).data.filter(
    ({ code }: { code: string }) => code === 'strapi-author',
  );
  const account = { email: 'guest@test.example', firstname: 'Guest', roles: [author.id] };
  const { data } = await (await stack.asAdmin('POST', '/admin/users', account)).json();
  const changes = { isActive: true, password: accounts.OWNER_PASSWORD };
  expect((await stack.asAdmin('PUT', `/admin/users/${data.id}`, changes)).status).toBe(200);
  const token = await signIn(stack.cms, account.email, accounts.OWNER_PASSWORD);
  for (const [headers, status] of [
    [{ authorization: `Bearer ${token}` }, 403],
    [{}, 401],
  ] as const)
    for (const [method, path] of [
      ['PUT', `/menu/${SIDES}/order`],
      ['PUT', `/menu/${SIDES}/items/hand-cut-fries/shown`],
      ['POST', `/menu/${SIDES}/restored-items`],
      ['POST', `/menu/${DRINKS}/items`],
      // Strapi's own API rejects these too: an author may change and delete only what the author has added.
      ['PUT', `/menu/${SIDES}/items/hand-cut-fries`],
      ['DELETE', `/menu/${SIDES}/items/hand-cut-fries`],
      ['POST', '/menu/publish'],
    ] as const) {
      const response = await fetch(stack.cms + path, { method, headers });
      expect(response.status, `${method} ${path}`).toBe(status);
    }
});
