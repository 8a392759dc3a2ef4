import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { drinkComponentOf } from '../drinks/drinkComponentOf';
import { isAllowed, listFieldPaths, requireAllowed } from '../permissions/entryPermissions';
import { componentFields, contentTypes, type Fields, uidOf } from '../shared/content/contentTypes';
import { type DrinkListType, nameFieldOf } from '../shared/content/menuTypes';
import type { Account } from '../strapi/permissions';
import {
  addDrink,
  countChanges,
  type DrinkPair,
  type DrinkVersions,
  describeDrink,
  findDrink,
  listOtherChanges,
  orderDrinks,
  pairDrinks,
  removeDrink,
  renameDrink,
  restoreDrink,
  switchDrink,
} from './drinkList';
import { changeDrinks, type DrinkList, publishDrinks, readDrinkList } from './drinks';
import type { MenuItem, MenuList } from './menuAnswers';
import { nameOtherChanges, readMaxLength } from './menuFields';
import type { CountedList, MenuListRules, Unpublished } from './menuListRules';
import { parseDeletedDrink } from './menuRequests';
import { isSameOrder, requireAsAdded, requireSameOrder, requireSameText } from './requireUnchanged';

/** What each change does with the list. */
const CHANGE = ['read', 'update', 'publish'] as const;

async function requirePermission(strapi: Core.Strapi, type: DrinkListType, account: Account): Promise<void> {
  const uid = uidOf(type);
  // Before anything is read, so that an account that may change nothing is not told what exists.
  await requireAllowed(strapi, account, { uid, actions: CHANGE, fields: [] }, 'some');
  const fields = listFieldPaths(strapi, uid, 'drinks');
  await requireAllowed(strapi, account, { uid, actions: CHANGE, fields }, await readDrinkList(strapi, type));
}

/** Reads the list; `undefined` when the account may not read it. */
async function readVisibleList(
  strapi: Core.Strapi,
  type: DrinkListType,
  account: Account,
): Promise<DrinkList | undefined> {
  const list = await readDrinkList(strapi, type);
  return (await isAllowed(strapi, account, { uid: uidOf(type), actions: ['read'] }, list)) ? list : undefined;
}

function toMenuItem(fields: Fields, pair: DrinkPair): MenuItem {
  const { drink, published } = pair;
  const isRenamed = published?.isOff === false && published.name !== drink.name;
  return {
    id: drink.key,
    name: drink.name,
    isShown: published?.isOff === false,
    isNew: !published && !drink.isOff,
    ...(isRenamed && { shown: { name: published.name } }),
    ...nameOtherChanges(fields, listOtherChanges(pair)),
  };
}

async function readList(
  strapi: Core.Strapi,
  type: DrinkListType,
  account: Account,
): Promise<CountedList | undefined> {
  const drinkList = await readVisibleList(strapi, type, account);
  if (!drinkList) return undefined;
  const component = drinkComponentOf(strapi, type);
  const fields = componentFields[component] ?? {};
  const list: MenuList = {
    type,
    kind: 'drinks',
    heading: drinkList.heading,
    limits: { name: readMaxLength(strapi.getModel(component).attributes[nameFieldOf(type)]) },
    items: pairDrinks(drinkList).map((pair) => toMenuItem(fields, pair)),
  };
  return { list, unpublished: countChanges(drinkList) };
}

async function listUnpublished(
  strapi: Core.Strapi,
  type: DrinkListType,
  account: Account,
): Promise<Unpublished[]> {
  const list = await readVisibleList(strapi, type, account);
  if (!list || countChanges(list) === 0) return [];
  const { documentId } = list;
  const name = contentTypes[type].linkLabel;
  return [{ type, documentId, name, publish: () => publishDrinks(strapi, type, account.user.id) }];
}

const isOnSite = (list: DrinkVersions, id: string): boolean => findDrink(list, id).published?.isOff === false;

/** The rules of a list of drinks: it is one entry, whose drinks are changed and published together. */
export function createDrinkRules(strapi: Core.Strapi, type: DrinkListType): MenuListRules {
  const change = (userId: number | null, changeList: (list: DrinkList) => DrinkVersions) =>
    changeDrinks(strapi, type, userId, changeList);
  return {
    requirePermission: (account) => requirePermission(strapi, type, account),
    read: (account) => readList(strapi, type, account),
    listUnpublished: (account) => listUnpublished(strapi, type, account),
    async move({ ids, seen }, userId) {
      await change(userId, (list) => {
        const present = pairDrinks(list).map(({ drink }) => drink.key);
        requireSameOrder(present, seen, ids);
        return isSameOrder(present, ids) ? list : orderDrinks(list, ids);
      });
    },
    async show(id, shown, userId) {
      const { before, after } = await change(userId, (list) => switchDrink(list, id, shown));
      return isOnSite(before, id) !== isOnSite(after, id);
    },
    async add({ name }, userId) {
      const { after } = await change(userId, (list) => addDrink(list, name));
      return String(after.draft.at(-1)?.key);
    },
    async changeText(id, { text, seen }, userId) {
      await change(userId, (list) => {
        const { drink } = findDrink(list, id);
        requireSameText(drink, seen, text);
        return drink.name === text.name ? list : renameDrink(list, id, text.name);
      });
    },
    async state() {
      throw new errors.NotFoundError('Drinks are names only: nothing is stated about them.');
    },
    async delete(id, userId, added) {
      const { before } = await change(userId, (list) => {
        const { drink, published } = findDrink(list, id);
        if (added) requireAsAdded(drink, added, published !== undefined);
        return removeDrink(list, id);
      });
      return describeDrink(before, id);
    },
    async restore(body, userId) {
      const deleted = parseDeletedDrink(body);
      await change(userId, (list) => restoreDrink(list, deleted));
      return deleted.id;
    },
  };
}
