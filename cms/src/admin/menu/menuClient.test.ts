import { beforeEach, expect, test, vi } from 'vitest';
import { CONFLICT, createAnswer, REJECTED, TYPE } from '../../../testing/fakeMenu';
import type { MenuChangeAnswer } from '../../menu/menuAnswers';
import type { MenuCommand } from '../../shared/requests/changeCommands';
import { MenuClient } from './menuClient';
import type { MenuEvent } from './menuReducer';

const menu = createAnswer([{ name: 'Cola' }, { name: 'Tea' }]);
const LOST = new TypeError('Failed to fetch');
const deleteCola: MenuEvent = {
  type: 'edited',
  edit: { type: 'delete', place: { type: TYPE, id: '0' }, name: 'Cola' },
};

beforeEach(() => void vi.useFakeTimers());

const settle = () => vi.advanceTimersByTimeAsync(0);

/** Opens the screen of a menu whose server answers each request. */
async function openClient() {
  const connection = {
    load: vi.fn(async () => menu),
    send: vi.fn(async (_command: MenuCommand): Promise<MenuChangeAnswer> => ({ menu, undo: null })),
    explain: (error: unknown) => [CONFLICT, REJECTED].find((problem) => problem === error),
  };
  const client = new MenuClient(connection);
  client.dispatch({ type: 'refreshRequested' });
  await settle();
  return { client, ...connection };
}

test('loads the menu, sends each command once, and tells its listeners', async () => {
  const { client, load, send } = await openClient();
  const listener = vi.fn();
  const unsubscribe = client.subscribe(listener);
  expect(load).toHaveBeenCalledTimes(1);
  client.dispatch(deleteCola);
  client.dispatch({ type: 'screenHidden' });
  expect(send.mock.calls).toEqual([[{ type: 'delete', list: TYPE, id: '0' }]]);
  listener.mockClear();
  await settle();
  expect(listener).toHaveBeenCalledTimes(1);
  expect(client.getState().notice).toBe('“Cola” is deleted.');
  unsubscribe();
  client.dispatch({ type: 'formOpened', list: TYPE });
  expect(listener).toHaveBeenCalledTimes(1);
  expect(vi.getTimerCount()).toBe(0);
});

test('shows the problem that the connection tells', async () => {
  const { client, load, send } = await openClient();
  send.mockRejectedValueOnce(CONFLICT);
  client.dispatch(deleteCola);
  await settle();
  expect(client.getState().problem).toBe(CONFLICT.message);
  expect(load).toHaveBeenCalledTimes(2);
  expect(vi.getTimerCount()).toBe(0);
});

test('without a connection, loads the menu at once, then after longer and longer pauses', async () => {
  const { client, load, send } = await openClient();
  send.mockRejectedValueOnce(LOST);
  for (let loss = 0; loss < 7; loss += 1) load.mockRejectedValueOnce(LOST);
  load.mockClear();
  client.dispatch(deleteCola);
  await settle();
  await settle();
  expect(load).toHaveBeenCalledTimes(1);
  for (const seconds of [5, 10, 20, 40, 60, 60]) {
    load.mockClear();
    await vi.advanceTimersByTimeAsync(seconds * 1_000 - 1);
    expect(load).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(load).toHaveBeenCalledTimes(1);
  }
  expect(client.getState().problem).toMatch(/^There is no connection/);
});

test('stops the timer when the menu is loaded before it ends', async () => {
  const { client, load } = await openClient();
  load.mockRejectedValueOnce(LOST).mockRejectedValueOnce(LOST);
  client.dispatch({ type: 'refreshRequested' });
  await settle();
  await settle();
  expect(vi.getTimerCount()).toBe(1);
  client.dispatch({ type: 'refreshRequested' });
  await settle();
  expect(vi.getTimerCount()).toBe(0);
});

test('resolves when the screen is left after a failure, and loads nothing afterwards', async () => {
  const { client, load, send } = await openClient();
  send.mockRejectedValueOnce(LOST);
  client.dispatch(deleteCola);
  await client.leave();
  client.dispatch({ type: 'refreshRequested' });
  expect(vi.getTimerCount()).toBe(0);
  expect(load).toHaveBeenCalledTimes(1);
});

test('resolves only after everything that waits was sent, with a sentence about what was not saved', async () => {
  const { client, send } = await openClient();
  send.mockResolvedValueOnce({ menu, undo: null }).mockRejectedValueOnce(REJECTED);
  client.dispatch(deleteCola);
  client.dispatch({
    type: 'textTyped',
    place: { type: TYPE, id: '1' },
    part: { name: 'Green tea' },
  });
  expect(await client.leave()).toBe('This was typed on the menu and could not be saved: “Green tea”.');
  expect(send).toHaveBeenCalledTimes(2);
});
