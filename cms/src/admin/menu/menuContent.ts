import type { MenuAnswer, MenuItem, MenuList } from '../../menu/menuAnswers';
import type { ItemText } from '../../shared/content/itemText';
import { isDishType, type MenuType } from '../../shared/content/menuTypes';
import { describeLaterDay, describeTime } from '../../shared/hours/describeHours';
import { addDays, toLocalTime } from '../../shared/hours/zonedTime';

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

/** Lists when items come back or leave, and the menu is published, as 'YYYY-MM-DDTHH:MM' by the clock of the restaurant. */
export function listPlannedTimes({ sections, planned }: MenuAnswer): string[] {
  const items = sections.flatMap(({ lists }) => lists).flatMap((list) => list.items);
  return [...items.flatMap(({ returns, leaves }) => returns ?? leaves ?? []), ...planned].map(
    ({ localTime }) => localTime,
  );
}

/** Returns an item; `undefined` when it was deleted. */
export const findItem = (menu: MenuAnswer, { type, id }: Place): MenuItem | undefined =>
  listItems(menu, type).find((item) => item.id === id);

/** Returns the dish after another one, also of the next list; `undefined` after the last one. */
export function findNextDish({ sections }: MenuAnswer, id: string): string | undefined {
  const lists = sections.flatMap((section) => section.lists).filter(({ type }) => isDishType(type));
  const ids = lists.flatMap(({ items }) => items.map((item) => item.id));
  const index = ids.indexOf(id);
  return index === -1 ? undefined : ids[index + 1];
}

/** Returns the menu with other items in one list. */
export const changeItems = (
  menu: MenuAnswer,
  type: MenuType,
  change: (items: MenuItem[]) => MenuItem[],
): MenuAnswer => {
  const changeList = (list: MenuList) => (list.type === type ? { ...list, items: change(list.items) } : list);
  return {
    ...menu,
    sections: menu.sections.map((section) => ({ ...section, lists: section.lists.map(changeList) })),
  };
};

/** Returns the items with one of them after another, or first; the same items if one of the two is gone. */
export function moveAfter(items: MenuItem[], id: string, previousId: string | null): MenuItem[] {
  const item = items.find((candidate) => candidate.id === id);
  const others = items.filter((candidate) => candidate.id !== id);
  const index = previousId === null ? 0 : others.findIndex((candidate) => candidate.id === previousId) + 1;
  if (!item || (index === 0 && previousId !== null)) return items;
  return [...others.slice(0, index), item, ...others.slice(index)];
}

const toSearchable = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();

/** Whether a text contains all words of a search, regardless of accents and case. */
export function matchesSearch(text: string, search: string): boolean {
  const words = toSearchable(search).split(/\s+/);
  return words.every((word) => toSearchable(text).includes(word));
}

/** Returns the words of the button that takes an item off the menu until the next opening, such as 'Until tomorrow'. */
export function describeNextOpening(nextOpening: string, now: number, timeZone: string): string {
  const [date = '', time = ''] = nextOpening.split('T');
  const today = toLocalTime(now, timeZone).date;
  // After midnight, when the evening before is not over yet.
  if (date === today) return `Until ${describeTime(time)}`;
  return date === addDays(today, 1) ? 'Until tomorrow' : `Until ${describeLaterDay(date, today)}`;
}
