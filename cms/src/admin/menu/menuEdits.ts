import type { MenuAnswer, MenuItem } from '../../menu/menuAnswers';
import { createItemId } from '../../shared/content/itemId';
import type { ItemText } from '../../shared/content/itemText';
import type { StoredStatement } from '../../shared/diet/dietaryStatement';
import type { MenuCommand } from '../../shared/requests/changeCommands';
import { askForText } from '../site/ConflictDialog';
import type { Edit } from '../site/editClient';
import { changeItems, describeText, findItem, listItems, moveAfter, type Place, textOf } from './menuContent';

/** A change of the menu, in the terms of the screen. */
export type MenuEdit = Edit<MenuAnswer, MenuCommand>;

const WAITS = 'Not on the site until you press “Publish the menu”.';

/** An item that was taken off, and not one that was never published. */
export const isOff = ({ isShown, isNew }: MenuItem): boolean => !isShown && !isNew;

/** Tells what has to happen until the site shows the draft of an item. */
function describeWaiting(menu: MenuAnswer, place: Place): string {
  const item = findItem(menu, place);
  return item && isOff(item) ? 'Put it on the menu and publish it to show this.' : WAITS;
}

const changeItem = (menu: MenuAnswer, { type, id }: Place, values: Partial<MenuItem>): MenuAnswer =>
  changeItems(menu, type, (items) => items.map((item) => (item.id === id ? { ...item, ...values } : item)));

/**
 * Puts an item on the menu, or takes it off.
 * @param until when it comes back: `tomorrow` or a date; without it, when the owner puts it back
 */
export const showItem = (place: Place, name: string, shown: boolean, until?: string): MenuEdit => ({
  apply: (menu) => changeItem(menu, place, { isShown: shown, returns: undefined }),
  toCommand(menu) {
    const item = findItem(menu, place);
    const isDone = item?.isShown === shown && !item.returns && until === undefined;
    return isDone ? undefined : { type: 'show', list: place.type, id: place.id, shown, until };
  },
  describe(menu) {
    const { returns, leaves } = findItem(menu, place) ?? {};
    if (shown) return `“${name}” is on the menu${leaves ? ` until ${leaves.when}` : ''}.`;
    return `“${name}” is off the menu${returns ? `, back ${returns.when}` : ' until you put it back'}.`;
  },
});

/** Plans when an item that is on the menu leaves it: the closing of a date, or a time; `null`: when the owner takes it off. */
export const leaveMenu = (place: Place, name: string, until: string | null): MenuEdit => ({
  toCommand: () => ({ type: 'leave', list: place.type, id: place.id, until }),
  describe(menu) {
    const leaves = findItem(menu, place)?.leaves;
    return leaves ? `“${name}” is on the menu until ${leaves.when}.` : `“${name}” stays on the menu.`;
  },
});

/** Describes the place of an item in its list, such as “number 3 of 9, after Pierogi”. */
function describePlace(items: readonly MenuItem[], id: string): string {
  const index = items.findIndex((item) => item.id === id);
  const previous = items[index - 1];
  return `number ${index + 1} of ${items.length}${previous ? `, after ${previous.name}` : ''}`;
}

/** Moves an item after another one of its list; `null`: to the top. */
export const moveItem = ({ type, id }: Place, name: string, previousId: string | null): MenuEdit => ({
  apply: (menu) => changeItems(menu, type, (items) => moveAfter(items, id, previousId)),
  toCommand(menu) {
    const items = listItems(menu, type);
    const seen = items.map((item) => item.id);
    const ids = moveAfter(items, id, previousId).map((item) => item.id);
    return ids.join() === seen.join() ? undefined : { type: 'move', list: type, ids, seen };
  },
  describe: (menu) => `“${name}” is now ${describePlace(listItems(menu, type), id)}.`,
});

/** Deletes an item. */
export const deleteItem = ({ type, id }: Place, name: string): MenuEdit => ({
  apply: (menu) => changeItems(menu, type, (items) => items.filter((item) => item.id !== id)),
  toCommand: (menu) => (findItem(menu, { type, id }) ? { type: 'delete', list: type, id } : undefined),
  describe: () => `“${name}” is deleted.`,
});

/** Saves the text of an item as a draft. `toSeen` returns the text that it replaces. */
export const saveText = (
  place: Place,
  text: ItemText,
  toSeen: (present: ItemText | undefined) => ItemText,
): MenuEdit => {
  const { type: list, id } = place;
  return {
    toCommand: (menu) => ({ type: 'changeText', list, id, text, seen: toSeen(findItem(menu, place)) }),
    async resolve({ message }, menu) {
      const item = findItem(menu, place);
      if (!item) return undefined;
      const theirs = textOf(item);
      const choice = await askForText(message, 'The words', {
        yours: describeText(text),
        theirs: describeText(theirs),
      });
      return (
        choice && { type: 'changeText', list, id, text: choice === 'yours' ? text : theirs, seen: theirs }
      );
    },
    describe: (menu) =>
      `The new words of “${findItem(menu, place)?.name}” are saved. ${describeWaiting(menu, place)}`,
  };
};

/** Adds an item as a draft, behind another one; `null` for the first place. */
export const addItem = ({ type, id }: Place, text: ItemText, after: string | null): MenuEdit => ({
  toCommand: () => ({ type: 'add', list: type, id, text, after }),
  describe: () => `“${text.name}” is added. ${WAITS}`,
});

/** Saves what is stated about a dish as a draft; `null`: nothing. */
export const stateDish = (
  place: Place,
  { name, statement: seen }: MenuItem,
  statement: StoredStatement | null,
): MenuEdit => ({
  apply: (menu) => changeItem(menu, place, { statement: statement ?? undefined }),
  toCommand: () => ({ type: 'state', list: place.type, id: place.id, statement, seen: seen ?? null }),
  describe: (menu) =>
    `${statement ? `What you state about “${name}” is saved` : `Nothing is stated about “${name}” any more`}. ${describeWaiting(menu, place)}`,
});

/** Publishes all drafts. */
export const publishMenu: MenuEdit = {
  publishes: true,
  toCommand: () => ({ type: 'publish', requestId: createItemId() }),
  describe: () => 'Published: the site shows everything in a moment.',
};

/**
 * Publishes all drafts at a time, instead of what is planned for the same time.
 * @param seenAt the `readAt` of the menu that the owner saw
 */
export const planMenu = (time: string, seenAt: string, until: string): MenuEdit => ({
  publishes: true,
  toCommand(menu) {
    const replaces = menu.planned.find(({ localTime }) => localTime === time)?.id;
    return { type: 'schedule', time, replaces, seenAt, until };
  },
  describe: () => 'Planned. Until then, the site stays as it is.',
});
