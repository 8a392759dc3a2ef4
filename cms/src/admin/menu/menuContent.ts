import type { MenuAnswer, MenuItem, MenuList, MenuSection } from '../../menu/menuAnswers';
import type { ItemText } from '../../shared/content/itemText';
import type { MenuType } from '../../shared/content/menuTypes';

/** An item with a key that stays the same while it is on the screen, also when the id of a drink changes. */
export interface Item extends MenuItem {
  key: string;
}

export interface List extends MenuList {
  items: Item[];
}

export interface Section extends MenuSection {
  lists: List[];
}

/** The menu as the screen shows it. */
export interface Menu extends MenuAnswer {
  sections: Section[];
  /** How many drinks have got a key since the screen was opened. */
  keyCount: number;
}

/** The list of an item, and its key in it. */
export interface Place {
  type: MenuType;
  key: string;
}

/** Returns the text of an item. */
export const textOf = ({ name, description }: ItemText): ItemText => ({
  name,
  ...(description !== undefined && { description }),
});

/** Returns a text without spaces around it. */
export const trimText = ({ name, description }: ItemText): ItemText =>
  textOf({ name: name.trim(), ...(description !== undefined && { description: description.trim() }) });

/** Puts a text in one line. */
export const describeText = ({ name, description }: ItemText): string =>
  [name, description].filter(Boolean).join(': ');

/** Gives each item the key of the expected item that it is: the ids of a list's drinks can change with every change of the list. */
function keepKeys(items: MenuItem[], expected: Item[], createKey: () => string): Item[] {
  const remaining = new Set(expected);
  const keys = new Map<MenuItem, string>();
  const matches: ((item: MenuItem, candidate: Item) => boolean)[] = [
    (item, candidate) => item.id === candidate.id && item.name === candidate.name,
    (item, candidate) => item.name === candidate.name,
    (item, candidate) => item.id === candidate.id,
  ];
  for (const isMatch of matches)
    for (const item of items) {
      if (keys.has(item)) continue;
      const match = [...remaining].find((candidate) => isMatch(item, candidate));
      if (!match) continue;
      remaining.delete(match);
      keys.set(item, match.key);
    }
  return items.map((item) => ({ ...item, key: keys.get(item) ?? createKey() }));
}

/** Gives each item of an answer a key: that of the same item on the screen, where there is one. */
export function createMenu(answer: MenuAnswer, expected?: Menu): Menu {
  let keyCount = expected?.keyCount ?? 0;
  const createKey = () => {
    keyCount += 1;
    return `drink-${keyCount}`;
  };
  const addKeys = (list: MenuList): List => {
    if (list.kind === 'dishes')
      return { ...list, items: list.items.map((item) => ({ ...item, key: item.id })) };
    const items = expected ? listItems(expected, list.type) : [];
    return { ...list, items: keepKeys(list.items, items, createKey) };
  };
  const sections = answer.sections.map((section) => ({ ...section, lists: section.lists.map(addKeys) }));
  return { ...answer, sections, keyCount };
}

/** Lists the items of a type; none when the account can't see the list. */
export const listItems = (menu: Menu, type: MenuType): Item[] =>
  menu.sections.flatMap(({ lists }) => lists).find((list) => list.type === type)?.items ?? [];

/** Returns an item; `undefined` when it was deleted. */
export const findItem = (menu: Menu, { type, key }: Place): Item | undefined =>
  listItems(menu, type).find((item) => item.key === key);

/** Returns the menu with other items in one list. */
export const changeItems = (menu: Menu, type: MenuType, change: (items: Item[]) => Item[]): Menu => ({
  ...menu,
  sections: menu.sections.map((section) => ({
    ...section,
    lists: section.lists.map((list) => (list.type === type ? { ...list, items: change(list.items) } : list)),
  })),
});

/** Returns the items with one of them after another, or first; the same items if one of the two is gone. */
export function moveAfter(items: Item[], key: string, previousKey: string | null): Item[] {
  const item = items.find((candidate) => candidate.key === key);
  const others = items.filter((candidate) => candidate.key !== key);
  const index = previousKey === null ? 0 : others.findIndex((candidate) => candidate.key === previousKey) + 1;
  if (!item || (index === 0 && previousKey !== null)) return items;
  return [...others.slice(0, index), item, ...others.slice(index)];
}
