import type { Core } from '@strapi/strapi';
import { type Dish, readDishes } from '../dishes/dishes';
import { isAllowed, requireSome, selectAllowed } from '../permissions/entryPermissions';
import { componentFields, contentTypes, type Fields, uidOf } from '../shared/content/contentTypes';
import {
  type DishType,
  type DrinkListType,
  isDrinkList,
  type MenuType,
  menuTypes,
  nameFieldOf,
} from '../shared/content/menuTypes';
import type { Account } from '../strapi/permissions';
import { countChanges, type DrinkPair, listOtherChanges, pairDrinks } from './drinkList';
import { type DrinkList, drinkComponentOf, readDrinkList } from './drinks';
import type { MenuAnswer, MenuItem, MenuList, MenuSection } from './menu';
import { findNewDishes } from './newDishes';

/** The sections in the order of the page, with their lists. */
const sections: [MenuSection['id'], MenuType[]][] = [
  ['menu-appetizers', ['menu-appetizer']],
  ['menu-entrees', ['menu-entree']],
  ['menu-sides', ['menu-side']],
  ['menu-drinks', ['menu-soft-drinks', 'menu-alcohol']],
];

interface CountedList {
  list: MenuList;
  unpublished: number;
}

/** Returns the property that names changed fields as the form does; none when nothing has changed. */
function nameChanges(fields: Fields, changed: string[]): Pick<MenuItem, 'otherChanges'> {
  return changed.length ? { otherChanges: changed.map((name) => fields[name]?.label ?? name) } : {};
}

function toDishItem(type: DishType, dish: Dish, isNew: boolean): MenuItem {
  const { documentId: id, draft, published, changedFields } = dish;
  const { name, description } = draft;
  const isTextField = (field: string) => field === nameFieldOf(type) || field === 'description';
  const { fields } = contentTypes[type];
  return {
    id,
    name,
    description,
    isShown: published !== undefined,
    isNew,
    ...(published &&
      changedFields.some(isTextField) && {
        shown: { name: published.name, description: published.description },
      }),
    ...nameChanges(
      fields,
      changedFields.filter((field) => !isTextField(field)),
    ),
  };
}

/** Reads the dishes of a type that an account may read. */
export const readVisibleDishes = async (
  strapi: Core.Strapi,
  account: Account,
  type: DishType,
): Promise<Dish[]> =>
  selectAllowed(strapi, account, { uid: uidOf(type), actions: ['read'] }, await readDishes(strapi, type));

async function readDishList(strapi: Core.Strapi, account: Account, type: DishType): Promise<CountedList> {
  const dishes = await readVisibleDishes(strapi, account, type);
  const newIds = await findNewDishes(strapi, type, dishes);
  const items = dishes.map((dish) => toDishItem(type, dish, newIds.has(dish.documentId)));
  const { attributes } = strapi.contentType(uidOf(type));
  const limits = {
    name: readLimit(attributes[nameFieldOf(type)]),
    description: readLimit(attributes.description),
  };
  const unpublished = items.filter(({ shown, otherChanges, isNew }) => shown || otherChanges || isNew).length;
  return { list: { type, kind: 'dishes', limits, items }, unpublished };
}

function toDrinkItem(fields: Fields, pair: DrinkPair): MenuItem {
  const { drink, published } = pair;
  const isRenamed = published?.isOff === false && published.name !== drink.name;
  return {
    id: String(drink.id),
    name: drink.name,
    isShown: published?.isOff === false,
    isNew: !published && !drink.isOff,
    ...(isRenamed && { shown: { name: published.name } }),
    ...nameChanges(fields, listOtherChanges(pair)),
  };
}

/** Reads a list of drinks; `undefined` when an account may not read it. */
export async function readVisibleDrinks(
  strapi: Core.Strapi,
  account: Account,
  type: DrinkListType,
): Promise<DrinkList | undefined> {
  const list = await readDrinkList(strapi, type);
  return (await isAllowed(strapi, account, { uid: uidOf(type), actions: ['read'] }, list)) ? list : undefined;
}

async function readListOfDrinks(
  strapi: Core.Strapi,
  account: Account,
  type: DrinkListType,
): Promise<CountedList | undefined> {
  const drinkList = await readVisibleDrinks(strapi, account, type);
  if (!drinkList) return undefined;
  const component = drinkComponentOf(strapi, type);
  const fields = componentFields[component] ?? {};
  const list: MenuList = {
    type,
    kind: 'drinks',
    heading: drinkList.heading,
    limits: { name: readLimit(strapi.getModel(component).attributes[nameFieldOf(type)]) },
    items: pairDrinks(drinkList).map((pair) => toDrinkItem(fields, pair)),
  };
  return { list, unpublished: countChanges(drinkList) };
}

/** Returns the greatest length of a text; the schema of each text of the menu has one. */
function readLimit(attribute: object | undefined): number {
  if (!attribute || !('maxLength' in attribute))
    throw new Error('A text of the menu has no greatest length.');
  return Number(attribute.maxLength);
}

const readList = (strapi: Core.Strapi, account: Account, type: MenuType): Promise<CountedList | undefined> =>
  isDrinkList(type) ? readListOfDrinks(strapi, account, type) : readDishList(strapi, account, type);

/**
 * Reads the part of the menu that an account may read, without the sections of which that is nothing.
 * @throws ForbiddenError when it may read none of it
 */
export async function readMenu(strapi: Core.Strapi, account: Account): Promise<MenuAnswer> {
  const types = requireSome(strapi, account, ['read'], menuTypes);
  const headings: Record<string, unknown>[] = await strapi.db
    .query(uidOf('menu-header'))
    .findMany({ select: ['documentId', 'headingName'], where: { publishedAt: { $notNull: true } } });
  let unpublished = 0;
  const answer: MenuSection[] = [];
  for (const [id, sectionTypes] of sections) {
    const lists: MenuList[] = [];
    for (const type of sectionTypes.filter((sectionType) => types.includes(sectionType))) {
      const counted = await readList(strapi, account, type);
      if (!counted) continue;
      lists.push(counted.list);
      unpublished += counted.unpublished;
    }
    const heading = headings.find(({ documentId }) => documentId === id)?.headingName;
    if (lists.length) answer.push({ id, heading: String(heading ?? ''), lists });
  }
  return { sections: answer, unpublished };
}
