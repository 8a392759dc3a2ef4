import { type ItemText, isSameItemText } from '../../shared/content/itemText';
import type { MenuType } from '../../shared/content/menuTypes';
import { describePlace } from './describePlace';
import {
  changeItems,
  describeText,
  findList,
  type Item,
  type List,
  type Menu,
  moveAfter,
  textOf,
} from './menuContent';
import { type Change, MenuProblem } from './menuStore';

const GONE = 'This is not on the menu any more: somebody has deleted it in the meantime.';

const WAITS_OFF = 'To show them, put it on the menu and press “Publish the menu”.';

const describeLoss = (kind: List['kind'], words: ItemText) =>
  `“${describeText(words)}” was not saved, because this ${kind === 'dishes' ? 'dish' : 'drink'} was deleted.`;

/** The list of an item, and its key in it. */
export interface Place {
  type: MenuType;
  key: string;
}

/** Returns an item; `undefined` when it was deleted. */
export const findItem = (menu: Menu, { type, key }: Place): Item | undefined =>
  findList(menu, type).items.find((item) => item.key === key);

/** @throws MenuProblem when the item was deleted */
function requireItem(menu: Menu, place: Place): Item {
  const item = findItem(menu, place);
  if (!item) throw new MenuProblem(GONE);
  return item;
}

const changeItem = (menu: Menu, { type, key }: Place, values: Partial<Item>): Menu =>
  changeItems(menu, type, (items) => items.map((item) => (item.key === key ? { ...item, ...values } : item)));

/** Takes an item off the site, or puts it back. */
export function showItem(place: Place, name: string, shown: boolean): Change {
  return {
    subject: `shown ${place.key}`,
    apply: (menu) => changeItem(menu, place, { isShown: shown }),
    request: (menu) => {
      const item = requireItem(menu, place);
      if (item.isShown === shown) return undefined;
      return { type: 'show', list: place.type, id: item.id, shown };
    },
    describe: () =>
      shown ? `“${name}” is on the menu of the site again.` : `“${name}” is off the menu of the site.`,
  };
}

/** Moves an item after another one of its list, or to the top. */
export function moveItem(place: Place, name: string, previousKey: string | null): Change {
  const { type, key } = place;
  return {
    subject: `place ${key}`,
    apply: (menu) => changeItems(menu, type, (items) => moveAfter(items, key, previousKey)),
    request: (menu) => {
      requireItem(menu, place);
      const { items } = findList(menu, type);
      const seen = items.map(({ id }) => id);
      const ids = moveAfter(items, key, previousKey).map(({ id }) => id);
      if (ids.every((id, index) => id === seen[index])) return undefined;
      return { type: 'move', list: type, ids, seen };
    },
    describe: (menu) => {
      const { items } = findList(menu, type);
      const index = items.findIndex((item) => item.key === key);
      const names = items.map((item) => item.name);
      return `“${name}” is now ${describePlace(names, index)}.`;
    },
  };
}

/** Deletes an item. */
export function deleteItem(place: Place, name: string): Change {
  return {
    apply: (menu) => changeItems(menu, place.type, (items) => items.filter(({ key }) => key !== place.key)),
    request: (menu) => {
      const item = findItem(menu, place);
      return item && { type: 'delete', list: place.type, id: item.id };
    },
    describe: () => `“${name}” is deleted.`,
  };
}

/**
 * Saves the words of an item as a draft.
 * @param findSeen returns, from the words that it has now, those that the owner changed
 */
export function saveWords(place: Place, words: ItemText, findSeen: (present: ItemText) => ItemText): Change {
  return {
    explainsFailure: true,
    apply: (menu) => changeItem(menu, place, words),
    request: (menu) => {
      const item = findItem(menu, place);
      if (!item) throw new MenuProblem(describeLoss(findList(menu, place.type).kind, words), 'gone');
      if (isSameItemText(item, words)) return undefined;
      const seen = findSeen(textOf(item));
      return { type: 'changeText', list: place.type, id: item.id, text: words, seen };
    },
    describe: (menu) => {
      const item = findItem(menu, place);
      const isOff = item && !item.isShown && !item.isNew;
      return `The new words of “${words.name}” are saved. ${isOff ? WAITS_OFF : 'They wait for “Publish the menu”.'}`;
    },
  };
}

/**
 * Adds an item at the end, as a draft.
 * @param known the keys of the items before the first attempt: after one without an answer, the item may be there
 */
export function addItem(type: MenuType, words: ItemText, known: ReadonlySet<string>): Change {
  return {
    explainsFailure: true,
    apply: (menu) => menu,
    request: (menu) => {
      const isAdded = findList(menu, type).items.some(
        (item) => item.isNew && item.name === words.name && !known.has(item.key),
      );
      return isAdded ? undefined : { type: 'add', list: type, text: words };
    },
    describe: () => `“${words.name}” is added. It waits for “Publish the menu”.`,
  };
}
