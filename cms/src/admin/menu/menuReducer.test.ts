import { afterEach, expect, test, vi } from 'vitest';
import { CONFLICT, createAnswer, LOST, openMenu, RESPONSE_LOST, TYPE, UNDO } from '../../../testing/fakeMenu';
import { waitFor } from '../../../testing/waitFor';
import type { MenuAnswer } from '../../menu/menu';
import { addItem, deleteItem, moveItem, saveWords, showItem } from './changes';
import { TypedWords } from './typedWords';

afterEach(() => {
  vi.useRealTimers();
});

test('shows a move at once, keeps the key of each drink, and announces its place in words', async () => {
  const { store, listItems, listNames, placeOf } = await openMenu();
  const keys = new Map(listItems().map(({ name, key }) => [name, key]));
  const moved = store.change(moveItem(placeOf('Milk'), 'Milk', null));
  expect(listNames()).toEqual(['Milk', 'Cola', 'Tea']);
  await moved;
  expect(listNames()).toEqual(['Milk', 'Cola', 'Tea']);
  expect(new Map(listItems().map(({ name, key }) => [name, key]))).toEqual(keys);
  expect(store.getState()).toMatchObject({ notice: '“Milk” is now number 1 of 3.', canUndo: true });
});

test('sends changes one after the other, with the ids that the drinks have then', async () => {
  const { server, store, placeOf, listNames } = await openMenu();
  const [milk, cola] = [placeOf('Milk'), placeOf('Cola')];
  await Promise.all([
    store.change(moveItem(milk, 'Milk', null)),
    store.change(deleteItem(cola, 'Cola')),
    store.change(saveWords(milk, { name: 'Oat milk' }, () => ({ name: 'Milk' }))),
  ]);
  expect(server.commands).toMatchObject([
    { type: 'move', list: TYPE },
    { type: 'delete', list: TYPE, id: '1' },
    { type: 'changeText', list: TYPE, id: '0' },
  ]);
  expect(listNames()).toEqual(['Oat milk', 'Tea']);
});

test.each([
  [9, false],
  [10, true],
])(
  'after %i quick presses on a switch, sends at most two requests and ends with shown: %j',
  async (count, isShown) => {
    const { server, store, listItems, placeOf } = await openMenu();
    const place = placeOf('Cola');
    const presses = Array.from({ length: count }, (_, index) =>
      store.change(showItem(place, 'Cola', index % 2 === 1)),
    );
    await Promise.all(presses);
    expect(listItems()[0]?.isShown).toBe(isShown);
    expect(server.names[0]?.isShown).toBe(isShown);
    expect(server.commands.length).toBeLessThanOrEqual(2);
  },
);

test('puts a dish back when the connection is lost in the middle of a move, and shows what the server has', async () => {
  const { server, store, listNames, placeOf } = await openMenu();
  server.errors = [LOST];
  expect(await store.change(moveItem(placeOf('Milk'), 'Milk', null))).toMatchObject({ kind: 'lost' });
  await waitFor(() => expect(store.getState().problem).toMatch(/^The connection was lost for a moment\./));
  expect(listNames()).toEqual(['Cola', 'Tea', 'Milk']);
});

test('shows the sentence of a conflict, and the menu of the server', async () => {
  const { server, store, listNames, placeOf } = await openMenu();
  server.errors = [CONFLICT];
  server.names.reverse();
  const problem = await store.change(moveItem(placeOf('Milk'), 'Milk', null));
  expect(problem).toMatchObject({ message: CONFLICT, kind: 'conflict' });
  await waitFor(() => expect(listNames()).toEqual(['Milk', 'Tea', 'Cola']));
  expect(store.getState().problem).toBe(CONFLICT);
});

test('keeps typed words, saves them when the connection is back, and publishes after them', async () => {
  const { server, store, placeOf, listNames } = await openMenu();
  new TypedWords(store, placeOf('Cola')).change({ name: 'Cherry cola' });
  server.errors = [LOST];
  server.loadErrors = [LOST];
  // Publishing after words that could not be saved would publish something else than the owner sees.
  expect(await store.publish()).toMatchObject({ message: expect.stringMatching(/^Nothing was published/) });
  expect(store.hasUnsaved).toBe(true);
  await waitFor(() => expect(store.getState().problem).toMatch(/^There is no connection/));
  await store.refresh();
  await waitFor(() => expect(store.hasUnsaved).toBe(false));
  expect(listNames()).toEqual(['Cherry cola', 'Tea', 'Milk']);
  expect(await store.publish()).toBeUndefined();
  expect(server.commands.at(-1)).toEqual({ type: 'publish' });
});

test('does not add a drink twice whose first response was lost', async () => {
  const { server, store, listNames } = await openMenu();
  const known = new Set(['known']);
  server.errors = [LOST];
  await store.change(addItem(TYPE, { name: 'Birch beer' }, known));
  server.names.push({ name: 'Birch beer', isNew: true });
  expect(await store.change(addItem(TYPE, { name: 'Birch beer' }, known))).toBeUndefined();
  expect(listNames()).toEqual(['Cola', 'Tea', 'Milk', 'Birch beer']);
});

test('undoes the latest change first, and says which one is next', async () => {
  const { server, store, placeOf } = await openMenu();
  await store.change(deleteItem(placeOf('Cola'), 'Cola'));
  await store.change(deleteItem(placeOf('Tea'), 'Tea'));
  await store.undo();
  expect(server.commands.at(-1)).toEqual(UNDO);
  expect(store.getState().notice).toBe('Undone. Before that: “Cola” is deleted.');
  await store.undo();
  expect(store.getState()).toMatchObject({ notice: 'Undone.', canUndo: false });
});

test('does not show a menu that was requested before a change', async () => {
  const { server, store, placeOf, listItems } = await openMenu();
  let sendMenu: (menu: MenuAnswer) => void = () => {};
  const old = createAnswer(server.names.map((item) => ({ ...item })));
  server.load = () =>
    new Promise((resolve) => {
      sendMenu = resolve;
    });
  const refreshed = store.refresh();
  await store.change(showItem(placeOf('Cola'), 'Cola', false));
  sendMenu(old);
  await refreshed;
  expect(listItems()[0]?.isShown).toBe(false);
});

test('a change of a drink that somebody else has deleted is one sentence', async () => {
  const { server, store, placeOf } = await openMenu();
  const place = placeOf('Milk');
  server.names = [{ name: 'Cola' }, { name: 'Tea' }];
  await store.refresh();
  expect((await store.change(showItem(place, 'Milk', false)))?.message).toMatch(/somebody has deleted it/);
  expect(server.commands).toEqual([]);
});

test('resolves when the screen is left after a failure, and loads nothing afterwards', async () => {
  vi.useFakeTimers();
  const { server, store, placeOf } = await openMenu();
  const loads = server.loads;
  server.errors = [LOST];
  const moved = store.change(moveItem(placeOf('Milk'), 'Milk', null));
  await store.finish();
  await moved;
  await store.refresh();
  expect(vi.getTimerCount()).toBe(0);
  expect(server.loads).toBe(loads);
});

test('without a connection, loads the menu at once, then after longer and longer pauses', async () => {
  vi.useFakeTimers();
  const { server, store, placeOf } = await openMenu();
  server.errors = [LOST];
  server.loadErrors = Array.from({ length: 7 }, () => LOST);
  const loadsBefore = server.loads;
  await store.change(moveItem(placeOf('Milk'), 'Milk', null));
  await vi.advanceTimersByTimeAsync(0);
  expect(server.loads).toBe(loadsBefore + 1);
  for (const seconds of [5, 10, 20, 40, 60, 60]) {
    const { loads } = server;
    await vi.advanceTimersByTimeAsync(seconds * 1_000 - 1);
    expect(server.loads).toBe(loads);
    await vi.advanceTimersByTimeAsync(1);
    expect(server.loads).toBe(loads + 1);
  }
  expect(store.getState().problem).toMatch(/^There is no connection/);
});

test.each([
  ['publishing', []],
  ['publishing in part', ['“Tea” could not be published.']],
  ['publishing without a response', [LOST]],
])('after %s, earlier changes are not undone', async (_, errors) => {
  const { server, store } = await openMenu();
  await store.change(addItem(TYPE, { name: 'Birch beer' }, new Set()));
  server.errors = errors;
  await store.publish();
  expect(store.getState().canUndo).toBe(false);
  const count = server.commands.length;
  await store.undo();
  expect(server.commands).toHaveLength(count);
});

test('undoes a change of a drink whose deletion was undone before', async () => {
  const { server, store, placeOf } = await openMenu();
  server.undos = [
    { undo: { type: 'show', list: TYPE, id: '1', shown: true } },
    { undo: UNDO },
    { undo: { type: 'delete', list: TYPE, id: '7' }, replacedId: { list: TYPE, from: '1', to: '7' } },
  ];
  await store.change(showItem(placeOf('Tea'), 'Tea', false));
  await store.change(deleteItem(placeOf('Tea'), 'Tea'));
  await store.undo();
  await store.undo();
  expect(server.commands.at(-1)).toEqual({ type: 'show', list: TYPE, id: '7', shown: true });
});

test('a move whose response was lost is shown again soon', async () => {
  vi.useFakeTimers();
  const { server, store, placeOf, listNames } = await openMenu();
  server.errors = [RESPONSE_LOST];
  await store.change(moveItem(placeOf('Milk'), 'Milk', null));
  await vi.advanceTimersByTimeAsync(0);
  expect(listNames()).toEqual(['Milk', 'Cola', 'Tea']);
});

test('tells that words of a drink that is off the menu wait for both its switch and the publishing', async () => {
  const { store, placeOf } = await openMenu();
  const place = placeOf('Milk');
  await store.change(showItem(place, 'Milk', false));
  await store.change(saveWords(place, { name: 'Oat milk' }, () => ({ name: 'Milk' })));
  expect(store.getState().notice).toBe(
    'The new words of “Oat milk” are saved. To show them, put it on the menu and press “Publish the menu”.',
  );
});
