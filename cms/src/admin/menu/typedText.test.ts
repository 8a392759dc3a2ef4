import { expect, test } from 'vitest';
import { CONFLICT, openMenu } from '../../../testing/fakeMenu';
import { findItem } from './menuContent';
import { describeUnsaved, findText, hasUnsaved } from './menuState';
import { findOthers } from './typedText';

/** The menu, where the owner has typed new words for “Cola”. */
function openTyped() {
  const menu = openMenu();
  const place = menu.placeOf('Cola');
  const type = (name: string) => menu.dispatch({ type: 'textTyped', place, part: { name } });
  type('Cherry cola');
  const typed = () => findText(menu.getState(), place.id);
  return {
    ...menu,
    type,
    leave: { type: 'textLeft', id: place.id } as const,
    keep: { type: 'mineKept', id: place.id } as const,
    discard: { type: 'textDiscarded', id: place.id } as const,
    typed,
    others: () => {
      const { menu: shown } = menu.getState();
      const item = shown && findItem(shown, place);
      const text = typed();
      return text && item && findOthers(text, item)?.name;
    },
  };
}

test('a second save replaces the owner’s own words whose response was lost', () => {
  const { server, run, type, leave, typed } = openTyped();
  server.failures = ['response lost'];
  run(leave);
  type('Cherry cola, large');
  run(leave);
  expect(typed()).toBe(undefined);
  expect(server.items[0]?.name).toBe('Cherry cola, large');
});

/** The menu after saving the words was rejected, because somebody else has changed them as well. */
function openConflict() {
  const menu = openTyped();
  Object.assign(menu.server.items[0] ?? {}, { name: 'Diet cola' });
  menu.run(menu.leave);
  expect(menu.others()).toBe('Diet cola');
  return menu;
}

test('words of somebody else stay until the owner decides, and nothing is published before', () => {
  const { server, run, getState, type, leave, typed } = openConflict();
  expect(typed()?.problem).toEqual(CONFLICT);
  const { length } = server.commands;
  type('Cherry cola, large');
  run(leave, { type: 'screenHidden' }, { type: 'publishPressed' });
  expect(getState().problem).toBe(
    'Nothing was published: choose “Keep mine” or “Take these” at “Cherry cola, large” first.',
  );
  run({ type: 'screenLeft' });
  expect(server.commands).toHaveLength(length);
  expect(server.items[0]?.name).toBe('Diet cola');
});

test('*Keep mine* replaces the words of somebody else, *Take these* gives up the owner’s', () => {
  const { server, run, keep, getState } = openConflict();
  run(keep);
  expect(hasUnsaved(getState())).toBe(false);
  expect(server.items[0]?.name).toBe('Cherry cola');

  const other = openConflict();
  other.run(other.discard);
  expect(other.typed()).toBe(undefined);
  other.run({ type: 'publishPressed' });
  expect(other.server.commands.at(-1)).toEqual({ type: 'publish' });
  expect(other.server.items[0]?.name).toBe('Diet cola');
});

test('*Keep mine* does not replace words that are newer than those on the screen', () => {
  const { server, run, keep, others } = openConflict();
  Object.assign(server.items[0] ?? {}, { name: 'Cola without sugar' });
  run(keep);
  expect(others()).toBe('Cola without sugar');
  expect(server.items[0]?.name).toBe('Cola without sugar');
});

test('words of an item that somebody has deleted are in the sentence about it', () => {
  const { server, run, leave, getState } = openTyped();
  server.items.shift();
  run({ type: 'refreshRequested' });
  run(leave);
  expect(getState().problem).toBe('“Cherry cola” was not saved, because it was deleted.');
  expect(hasUnsaved(getState())).toBe(false);
});

test('words that can’t be saved after the screen was left are in the sentence about it', () => {
  const { server, run, leave, getState } = openTyped();
  server.failures = ['lost'];
  run(leave, { type: 'screenLeft' });
  expect(describeUnsaved(getState())).toBe(
    'This was typed on the menu and could not be saved: “Cherry cola”.',
  );
  expect(getState().retry).toBe(undefined);
});
