import { QueryClient, setLogger } from 'react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { createAnswer, TYPE } from '../../../testing/fakeMenu';
import type { MenuAnswer, MenuChangeAnswer, MenuItem } from '../../menu/menuAnswers';
import type { MenuCommand } from '../../shared/requests/changeCommands';
import { askForText } from '../site/ConflictDialog';
import type { EditProblem } from '../site/editClient';
import { listUnsaved, MENU, MenuClient } from './menuClient';
import { findItem, type Place } from './menuContent';
import { deleteItem, moveItem, planMenu, publishMenu, showItem, stateDish } from './menuEdits';

const CONFLICT: EditProblem<MenuCommand> = { kind: 'conflict', message: 'Somebody else has changed this.' };
const GONE: EditProblem<MenuCommand> = { kind: 'gone', message: 'Deleted.' };
const REJECTED: EditProblem<MenuCommand> = { kind: 'rejected', message: 'Not allowed.' };
const LOST = new TypeError('Failed to fetch');
const UNDO: MenuCommand = { type: 'restore', list: TYPE, version: 1 };
const SEEN_AT = '2026-11-24T12:00:00.000Z';

const place = (id: string): Place => ({ type: TYPE, id });
const [COLA, TEA, MILK] = [place('0'), place('1'), place('2')];

vi.mock('../site/ConflictDialog', () => ({ askForText: vi.fn() }));
beforeEach(() => {
  vi.mocked(askForText).mockReset().mockResolvedValue(undefined);
  vi.useFakeTimers();
  const silent = () => {};
  setLogger({ log: silent, warn: silent, error: silent });
});

/** Opens the screen of a menu with three drinks, whose server does what is sent. */
function openMenu() {
  const queries = new QueryClient({ defaultOptions: { queries: { queryFn: () => createAnswer(items) } } });
  let items: Partial<MenuItem>[] = ['Cola', 'Tea', 'Milk'].map((name, id) => ({ id: String(id), name }));
  const commands: MenuCommand[] = [];
  /** Why the next commands fail: the server rejects them, does not get them, or its answer is lost. */
  const failures: (EditProblem<MenuCommand> | 'lost' | 'answer lost')[] = [];

  function change(command: MenuCommand): void {
    const item = 'id' in command ? items.find(({ id }) => id === command.id) : undefined;
    if (command.type === 'delete') items = items.filter((other) => other !== item);
    else if (command.type === 'move')
      items = command.ids.flatMap((id) => items.filter((other) => other.id === id));
    else if (command.type === 'show') Object.assign(item ?? {}, { isShown: command.shown });
    else if (command.type === 'add' && !item)
      items.push({ id: command.id, name: command.text.name, isNew: true });
    else if (command.type === 'state')
      Object.assign(item ?? {}, { statement: command.statement ?? undefined });
    else if (command.type === 'changeText') {
      if (!item) throw GONE;
      if (![command.seen.name, command.text.name].includes(item.name ?? '')) throw CONFLICT;
      item.name = command.text.name;
    }
  }

  async function send(command: MenuCommand): Promise<MenuChangeAnswer> {
    commands.push(command);
    const failure = failures.shift();
    if (failure === 'lost') throw LOST;
    if (failure && failure !== 'answer lost') throw failure;
    change(command);
    if (failure) throw LOST;
    return { menu: createAnswer(items), undo: command.type === 'schedule' ? null : UNDO };
  }

  // Cast: all others are problems of this file.
  const explain = (error: unknown) => (error === LOST ? undefined : (error as EditProblem<MenuCommand>));
  const client = new MenuClient(queries, { send, explain });
  const load = () => queries.setQueryData(MENU, createAnswer(items));
  load();
  return {
    client,
    queries,
    commands,
    failures,
    load,
    clear: () => queries.clear(),
    getState: client.getState,
    types: () => commands.map(({ type }) => type),
    names: () => items.map(({ name }) => name),
    /** Somebody else changes the menu. */
    changeByOther: change,
    type(id: string, name: string) {
      const menu = client.getContent();
      client.type(place(id), (menu && findItem(menu, place(id))) ?? { name: '' }, { name });
    },
    /** Lets everything be answered, also what is sent again. */
    settle: () => vi.advanceTimersByTimeAsync(60_000),
  };
}

/** Returns the menu as the screen shows it. */
const listShown = ({ client }: ReturnType<typeof openMenu>): MenuItem[] => {
  const { queue } = client.getState();
  const menu = queue.reduce<MenuAnswer | undefined>(
    (shown, { apply }) => shown && (apply?.(shown) ?? shown),
    client.getContent(),
  );
  return menu?.sections[0]?.lists[0]?.items ?? [];
};

test('sends edits one after the other, each from the menu that the last answer has brought', async () => {
  const menu = openMenu();
  void menu.client.send(moveItem(MILK, 'Milk', null));
  void menu.client.send(deleteItem(COLA, 'Cola'));
  menu.type('2', 'Oat milk');
  menu.client.save(MILK);
  void menu.client.send(moveItem(TEA, 'Tea', null));
  expect(listShown(menu).map(({ name }) => name)).toEqual(['Tea', 'Milk']);
  await menu.settle();
  expect(menu.types()).toEqual(['move', 'delete', 'changeText', 'move']);
  expect(menu.commands.at(-1)).toMatchObject({ ids: ['1', '2'], seen: ['2', '1'] });
  expect(menu.names()).toEqual(['Tea', 'Oat milk']);
  expect(menu.getState()).toMatchObject({ queue: [], notice: '“Tea” is now number 1 of 2.' });
});

test('after a change, other parts of the screen load what they show', async () => {
  const menu = openMenu();
  menu.queries.setQueryData('coming up', 'nothing');
  void menu.client.send(planMenu('2026-12-24T17:00', SEEN_AT, ''));
  await menu.settle();
  expect(menu.queries.getQueryState('coming up')?.isInvalidated).toBe(true);
  expect(menu.queries.getQueryState(MENU)?.isInvalidated).toBe(false);
});

test('what is sent before the screen has its content is not taken for saved', async () => {
  const menu = openMenu();
  menu.clear();
  const problem = menu.client.send(moveItem(MILK, 'Milk', null));
  await menu.settle();
  expect(await problem).toMatchObject({ kind: 'lost' });
  expect(menu.commands).toEqual([]);
});

test('sends the same command again when there was no answer, and tells so', async () => {
  const menu = openMenu();
  menu.failures.push('answer lost', 'lost', 'lost');
  void menu.client.send(moveItem(MILK, 'Milk', null));
  await vi.advanceTimersByTimeAsync(3_000);
  expect(menu.getState().problem).toMatch(/^There is no connection right now\. It is tried again/);
  await menu.settle();
  expect(menu.commands).toHaveLength(4);
  expect(new Set(menu.commands.map((command) => JSON.stringify(command))).size).toBe(1);
  expect(menu.getState()).toMatchObject({ problem: '', notice: '“Milk” is now number 1 of 3.' });
});

test('after a minute without a connection, shows what the server has and keeps what was typed until it is back', async () => {
  const menu = openMenu();
  menu.failures.push(...Array<'lost'>(12).fill('lost'));
  menu.type('1', 'Green tea');
  menu.client.save(TEA);
  void menu.client.publish(publishMenu);
  void menu.client.send(showItem(COLA, 'Cola', false));
  await vi.advanceTimersByTimeAsync(120_000);
  // Publishing after words that could not be saved would publish something else than the owner sees.
  expect(menu.types()).not.toContain('publish');
  expect(listShown(menu)[0]?.isShown).toBe(true);
  expect(listUnsaved(menu.getState())).toMatchObject([
    { text: { name: 'Green tea' }, problem: { kind: 'lost' } },
  ]);
  menu.client.saveAll();
  await menu.settle();
  expect(menu.names()).toEqual(['Cola', 'Green tea', 'Milk']);
  expect(listUnsaved(menu.getState())).toEqual([]);
});

test('tells when a command is tried no more, and nothing of it once another one was answered', async () => {
  const menu = openMenu();
  menu.failures.push(...Array<'lost'>(6).fill('lost'));
  void menu.client.send(moveItem(MILK, 'Milk', null));
  await menu.settle();
  expect(menu.getState().problem).toMatch(/^There is no connection\. What you typed stays here/);
  menu.failures.push('lost', 'lost', 'lost');
  void menu.client.send(moveItem(MILK, 'Milk', null));
  await menu.settle();
  expect(menu.getState()).toMatchObject({ problem: '', notice: '“Milk” is now number 1 of 3.' });
});

test('saves what is typed before the menu is published, now or at a time', async () => {
  const menu = openMenu();
  menu.type('1', 'Green tea');
  void menu.client.publish(publishMenu);
  menu.type('0', 'Cherry cola');
  void menu.client.publish(planMenu('2037-11-26T17:00', SEEN_AT, ''));
  await menu.settle();
  expect(menu.types()).toEqual(['changeText', 'publish', 'changeText', 'schedule']);
  expect(menu.getState().undoStack).toEqual([]);
});

test.each([
  [REJECTED, 'Nothing was published, because something above could not be saved.'],
  [undefined, 'Published: the site shows everything in a moment.'],
])('an edit that fails stops the publishing behind it, and nothing else (%#)', async (failure, sentence) => {
  const menu = openMenu();
  if (failure) menu.failures.push(failure);
  void menu.client.send(deleteItem(COLA, 'Cola'));
  void menu.client.publish(publishMenu);
  await menu.settle();
  const { notice, problem } = menu.getState();
  expect(notice || problem).toBe(sentence);
  void menu.client.send(showItem(TEA, 'Tea', false));
  await menu.settle();
  expect(menu.getState()).toMatchObject({
    notice: '“Tea” is off the menu until you put it back.',
    problem: '',
  });
});

test('*Undo* sends what the server has answered, the latest first, and gives up what can’t be undone any more', async () => {
  const menu = openMenu();
  void menu.client.send(showItem(TEA, 'Tea', false));
  void menu.client.publish(publishMenu);
  menu.client.undo();
  await menu.settle();
  expect(menu.types()).toEqual(['show', 'publish', 'restore']);
  expect(menu.getState().notice).toBe('Undone. Before that: “Tea” is off the menu until you put it back.');
  menu.failures.push(REJECTED);
  menu.client.undo();
  menu.client.undo();
  await menu.settle();
  expect(menu.commands).toHaveLength(4);
  expect(menu.getState()).toMatchObject({ undoStack: [], problem: REJECTED.message });
});

test('what was published in part is undone', async () => {
  const menu = openMenu();
  const undo: MenuCommand = { type: 'undoPublish', version: 7 };
  const inPart: EditProblem<MenuCommand> = {
    kind: 'rejected',
    message: '“Tea” could not be published.',
    undo,
  };
  menu.failures.push(inPart);
  void menu.client.publish(publishMenu);
  menu.client.undo();
  await menu.settle();
  expect(menu.commands).toEqual([{ type: 'publish', requestId: expect.any(String) }, undo]);
});

test('presses on a switch end with the last one, and one that changes nothing is not sent', async () => {
  const menu = openMenu();
  for (const shown of [false, true, false]) void menu.client.send(showItem(COLA, 'Cola', shown));
  void menu.client.send(showItem(COLA, 'Cola', false));
  await menu.settle();
  expect(listShown(menu)[0]?.isShown).toBe(false);
  expect(menu.commands).toHaveLength(3);
});

test('a statement shows at once, and replaces what the owner saw', async () => {
  const menu = openMenu();
  const statement = {
    diet: 'vegan',
    answers: {},
    confirmedFor: { name: 'Tea', description: '', restoreId: null },
  } as const;
  const [, tea] = listShown(menu);
  if (tea) void menu.client.send(stateDish(TEA, tea, statement));
  expect(listShown(menu)[1]?.statement).toEqual(statement);
  await menu.settle();
  expect(menu.commands).toEqual([{ type: 'state', list: TYPE, id: '1', statement, seen: null }]);
});

test('a new item is added once, at its place, also when its answer was lost', async () => {
  const menu = openMenu();
  menu.client.add(TYPE, '0');
  const [fields] = menu.getState().texts;
  menu.client.type(fields?.place ?? COLA, { name: '' }, { name: ' Birch beer ' });
  menu.failures.push('answer lost');
  menu.client.save(fields?.place ?? COLA);
  menu.client.save(fields?.place ?? COLA);
  await menu.settle();
  expect(menu.commands[0]).toMatchObject({ type: 'add', text: { name: 'Birch beer' }, after: '0' });
  expect(menu.names()).toEqual(['Cola', 'Tea', 'Milk', 'Birch beer']);
  expect(menu.getState().texts).toEqual([]);
});

test('a new item that is rejected keeps its fields, and empty fields are closed', async () => {
  const menu = openMenu();
  menu.client.add(TYPE, null);
  const [fields] = menu.getState().texts;
  menu.client.type(fields?.place ?? COLA, { name: '' }, { name: 'Bear' });
  menu.failures.push(REJECTED);
  menu.client.save(fields?.place ?? COLA);
  await menu.settle();
  expect(menu.getState()).toMatchObject({
    problem: '',
    texts: [{ text: { name: 'Bear' }, problem: REJECTED }],
  });
  menu.client.type(fields?.place ?? COLA, { name: '' }, { name: '' });
  menu.client.save(fields?.place ?? COLA);
  expect(menu.getState().texts).toEqual([]);
});

/** Words are typed that somebody else has changed as well. */
function openConflict() {
  const menu = openMenu();
  menu.type('0', 'Cherry cola');
  menu.changeByOther({
    type: 'changeText',
    list: TYPE,
    id: '0',
    text: { name: 'Diet cola' },
    seen: { name: 'Cola' },
  });
  return menu;
}

test('words of somebody else stay until the owner decides, and nothing is published before', async () => {
  const menu = openConflict();
  void menu.client.publish(publishMenu);
  await menu.settle();
  expect(menu.types()).toEqual(['changeText']);
  expect(menu.getState()).toMatchObject({
    problem: expect.stringMatching(/^Nothing was published/),
    texts: [{ text: { name: 'Cherry cola' }, problem: CONFLICT }],
  });
  expect(menu.names()[0]).toBe('Diet cola');
});

test.each([
  ['hers', 'yours', 'Cherry cola'],
  ['theirs', 'theirs', 'Diet cola'],
] as const)(
  'the owner is asked once, what she chooses is saved, and then the menu is published: %s',
  async (_, choice, name) => {
    const menu = openConflict();
    vi.mocked(askForText).mockImplementation(async (_message, _label, texts) => {
      expect(texts).toEqual({ yours: 'Cherry cola', theirs: 'Diet cola' });
      return choice;
    });
    void menu.client.publish(publishMenu);
    await menu.settle();
    expect(askForText).toHaveBeenCalledOnce();
    expect(menu.names()[0]).toBe(name);
    expect(menu.types()).toEqual(['changeText', 'changeText', 'publish']);
    expect(menu.getState()).toMatchObject({ texts: [], problem: '' });
  },
);

test('words that were typed further replace the owner’s own, also when the answer to them was given up', async () => {
  const menu = openMenu();
  menu.type('0', 'Cherry cola');
  menu.failures.push('answer lost', ...Array<'lost'>(5).fill('lost'));
  menu.client.save(COLA);
  await menu.settle();
  menu.load();
  menu.type('0', 'Cherry cola, large');
  menu.client.save(COLA);
  await menu.settle();
  expect(menu.names()[0]).toBe('Cherry cola, large');
  expect(menu.getState().texts).toEqual([]);
});

test('words of an item that somebody has deleted are in the sentence about it', async () => {
  const menu = openMenu();
  menu.type('0', 'Cherry cola');
  menu.changeByOther({ type: 'delete', list: TYPE, id: '0' });
  menu.client.save(COLA);
  await menu.settle();
  expect(menu.getState()).toMatchObject({
    texts: [],
    problem: '“Cherry cola” was not saved, because it was deleted.',
  });
});

test('leaving saves what is typed, and tells what could not be saved', async () => {
  const menu = openMenu();
  menu.type('0', 'Cherry cola');
  menu.type('1', 'Green tea');
  menu.failures.push(REJECTED);
  const left = menu.client.leave();
  await menu.settle();
  expect(await left).toBe('This was typed on the menu and could not be saved: “Cherry cola”.');
  expect(menu.names()).toEqual(['Cola', 'Green tea', 'Milk']);
});
