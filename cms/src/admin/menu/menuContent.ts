import type { MenuAnswer, MenuItem, MenuList } from '../../menu/menuAnswers';
import type { ItemText } from '../../shared/content/itemText';
import { isDishType, type MenuType } from '../../shared/content/menuTypes';

/** The list of an item, and its id in it. */
export interface Place {
  type: MenuType;
  id: string;
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

/** Lists the items of a type; none when the account can't see the list. */
export const listItems = (menu: MenuAnswer, type: MenuType): MenuItem[] =>
  menu.sections.flatMap(({ lists }) => lists).find((list) => list.type === type)?.items ?? [];

const listAllItems = ({ sections }: MenuAnswer): MenuItem[] =>
  sections.flatMap(({ lists }) => lists.flatMap(({ items }) => items));

const mapLists = (menu: MenuAnswer, change: (list: MenuList) => MenuList): MenuAnswer => ({
  ...menu,
  sections: menu.sections.map((section) => ({ ...section, lists: section.lists.map(change) })),
});

/** Lists when items come back and the menu is published, as 'YYYY-MM-DDTHH:MM' by the clock of the restaurant. */
export const listPlannedTimes = (menu: MenuAnswer): string[] => {
  return [...listAllItems(menu).flatMap(({ returns }) => returns ?? []), ...menu.planned].map(
    ({ localTime }) => localTime,
  );
};

/** Returns a menu with the same objects as before for the items that have not changed, so that their rows don't render again. */
export function keepSameItems(menu: MenuAnswer, previous: MenuAnswer | undefined): MenuAnswer {
  if (!previous) return menu;
  const known = new Map(listAllItems(previous).map((item) => [JSON.stringify(item), item]));
  return mapLists(menu, (list) => ({
    ...list,
    items: list.items.map((item) => known.get(JSON.stringify(item)) ?? item),
  }));
}

/** Returns an item; `undefined` when it was deleted. */
export const findItem = (menu: MenuAnswer, { type, id }: Place): MenuItem | undefined =>
  listItems(menu, type).find((item) => item.id === id);

/** Returns the dish after another one, also of the next list; `undefined` after the last one. */
export function findNextDish({ sections }: MenuAnswer, id: string): Place | undefined {
  const lists = sections.flatMap((section) => section.lists).filter(({ type }) => isDishType(type));
  const places = lists.flatMap(({ type, items }) => items.map((item): Place => ({ type, id: item.id })));
  const index = places.findIndex((place) => place.id === id);
  return index === -1 ? undefined : places[index + 1];
}

/** Returns the menu with other items in one list. */
export const changeItems = (
  menu: MenuAnswer,
  type: MenuType,
  change: (items: MenuItem[]) => MenuItem[],
): MenuAnswer =>
  mapLists(menu, (list) => (list.type === type ? { ...list, items: change(list.items) } : list));

/** Returns the items with one of them after another, or first; the same items if one of the two is gone. */
export function moveAfter(items: MenuItem[], id: string, previousId: string | null): MenuItem[] {
  const item = items.find((candidate) => candidate.id === id);
  const others = items.filter((candidate) => candidate.id !== id);
  const index = previousId === null ? 0 : others.findIndex((candidate) => candidate.id === previousId) + 1;
  if (!item || (index === 0 && previousId !== null)) return items;
  return [...others.slice(0, index), item, ...others.slice(index)];
}
