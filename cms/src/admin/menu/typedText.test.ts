import { afterEach, expect, test, vi } from 'vitest';
import { CONFLICT, LOST, openMenu, RESPONSE_LOST } from '../../../testing/fakeMenu';
import { waitFor } from '../../../testing/waitFor';
import { TypedWords } from './typedWords';

afterEach(() => {
  vi.useRealTimers();
});

/** The menu, where the owner has typed new words for “Cola”. */
async function openTyped() {
  const menu = await openMenu();
  const typed = new TypedWords(menu.store, menu.placeOf('Cola'));
  typed.change({ name: 'Cherry cola' });
  return { ...menu, typed };
}

test('words are unsaved until the server has them', async () => {
  const { store, server, typed } = await openTyped();
  expect(store.getState().hasUnsaved).toBe(true);
  await typed.save();
  expect(server.names[0]?.name).toBe('Cherry cola');
  expect(store.getState().hasUnsaved).toBe(false);
});

test('a second save replaces the owner’s own words while the first is being sent', async () => {
  const { server, typed } = await openTyped();
  const first = typed.save();
  typed.change({ name: 'Cherry cola, large' });
  await Promise.all([first, typed.save()]);
  expect(typed.getState()).toEqual({});
  expect(server.names[0]?.name).toBe('Cherry cola, large');
});

test('a second save replaces the owner’s own words whose response was lost', async () => {
  const { server, typed } = await openTyped();
  server.errors = [RESPONSE_LOST];
  await typed.save();
  typed.change({ name: 'Cherry cola, large' });
  await typed.save();
  expect(typed.getState()).toEqual({});
  expect(server.names[0]?.name).toBe('Cherry cola, large');
});

/** The menu after saving the words was rejected, because somebody else has changed them as well. */
async function openConflict() {
  const menu = await openTyped();
  Object.assign(menu.server.names[0] ?? {}, { name: 'Diet cola' });
  await menu.typed.save();
  await waitFor(() => expect(menu.typed.findOthers()).toMatchObject({ name: 'Diet cola' }));
  return menu;
}

test('words of somebody else stay until the owner decides, and nothing is published before', async () => {
  const { server, store, typed } = await openConflict();
  expect(typed.getState().problem?.message).toBe(CONFLICT);
  const { length } = server.commands;
  typed.change({ name: 'Cherry cola, large' });
  await typed.save();
  store.saveTyped();
  expect((await store.publish())?.message).toBe(
    'Nothing was published: choose “Keep mine” or “Take these” at “Cherry cola, large” first.',
  );
  await store.finish();
  expect(server.commands).toHaveLength(length);
  expect(server.names[0]?.name).toBe('Diet cola');
});

test('*Keep mine* replaces the words of somebody else, *Take these* gives up the owner’s', async () => {
  const { server, store, typed } = await openConflict();
  typed.keepMine();
  await waitFor(() => expect(store.hasUnsaved).toBe(false));
  expect(server.names[0]?.name).toBe('Cherry cola');

  const other = await openConflict();
  other.typed.discard();
  expect(other.typed.getState()).toEqual({});
  expect(await other.store.publish()).toBeUndefined();
  expect(other.server.names[0]?.name).toBe('Diet cola');
});

test('*Keep mine* does not replace words that are newer than those on the screen', async () => {
  const { server, typed } = await openConflict();
  Object.assign(server.names[0] ?? {}, { name: 'Cola without sugar' });
  typed.keepMine();
  await waitFor(() => expect(typed.findOthers()).toMatchObject({ name: 'Cola without sugar' }));
  expect(server.names[0]?.name).toBe('Cola without sugar');
});

test('words of a drink that somebody has deleted are in the sentence about it', async () => {
  const { server, store, typed } = await openTyped();
  server.names.shift();
  await store.refresh();
  await typed.save();
  expect(store.getState()).toMatchObject({
    problem: '“Cherry cola” was not saved, because this drink was deleted.',
    hasUnsaved: false,
  });
});

test('words that can’t be saved after the screen was left are in the sentence about it', async () => {
  const { server, store, typed } = await openTyped();
  server.errors = [LOST];
  void typed.save();
  expect(await store.finish()).toBe('This was typed on the menu and could not be saved: “Cherry cola”.');
});

test('words that the owner gave up are not saved when the screen is left', async () => {
  const { server, store } = await openConflict();
  const { length } = server.commands;
  expect(store.hasFailed).toBe(true);
  store.discardFailed();
  expect(await store.finish()).toBeUndefined();
  expect(server.commands).toHaveLength(length);
});

test('words that are lost again and again are sent after longer and longer pauses, rejected ones only once', async () => {
  vi.useFakeTimers();
  const { server, typed } = await openTyped();
  server.errors = [LOST, LOST, LOST, 'Not allowed'];
  void typed.save();
  await vi.advanceTimersByTimeAsync(0);
  expect(server.commands).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(server.commands).toHaveLength(3);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(server.commands).toHaveLength(4);
  await vi.runAllTimersAsync();
  expect(server.commands).toHaveLength(4);
  expect(typed.failure()?.message).toBe('Not allowed');
});
