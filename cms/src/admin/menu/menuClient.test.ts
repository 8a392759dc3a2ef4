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
