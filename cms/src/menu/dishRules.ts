import type { Core } from '@strapi/strapi';
import { type Dish, readDishes } from '../dishes/dishes';
import {
  type EntryTarget,
  type EntryUse,
  requireAllowed,
  selectAllowed,
} from '../permissions/entryPermissions';
import { lockEntry } from '../publishing/lockEntries';
import { contentTypes, uidOf } from '../shared/content/contentTypes';
import { type DishType, nameFieldOf } from '../shared/content/menuTypes';
import type { Account } from '../strapi/permissions';
import { targetOf } from '../versions/readVersions';
import { requireVersion } from '../versions/storedVersions';
import { addDish, changeDishText, deleteDish, moveDishes, restoreDish, showDish } from './dishChanges';
import type { MenuItem } from './menu';
import { nameOtherChanges, readMaxLength } from './menuFields';
import type { CountedList, ListChange, MenuListRules, Unpublished } from './menuListRules';
import { parseVersion } from './menuRequests';
import { findNewDishes } from './newDishes';
import { requireName } from './requireName';

/** What a change does with a dish besides reading it. */
interface DishNeeds {
  actions: EntryUse['actions'];
  /** The fields that it writes; by default all. */
  fieldsOf?(type: DishType): string[];
  /** By default the dish that the path names. */
  findTarget?(strapi: Core.Strapi, type: DishType, body: unknown): EntryTarget | Promise<EntryTarget>;
}

const listTextFields = (type: DishType) => [nameFieldOf(type), 'description'];

/** Finds the dish of the request that undoes a deletion. */
async function findDeleted(strapi: Core.Strapi, type: DishType, body: unknown): Promise<EntryTarget> {
  const version = await requireVersion(strapi, parseVersion(body));
  // `restoreDish` rejects the others.
  return version.uid === uidOf(type) ? targetOf(strapi, version) : 'every';
}

const needsByCommand: Record<ListChange['command'], DishNeeds> = {
  move: { actions: ['update', 'publish'], fieldsOf: () => ['position'], findTarget: () => 'every' },
  show: { actions: ['publish'] },
  add: { actions: ['create'], fieldsOf: listTextFields, findTarget: () => 'new' },
  changeText: { actions: ['update'], fieldsOf: listTextFields },
  delete: { actions: ['delete'] },
  restore: { actions: ['create', 'update', 'publish'], findTarget: findDeleted },
};

async function requirePermission(
  strapi: Core.Strapi,
  type: DishType,
  account: Account,
  { command, id, body }: ListChange,
): Promise<void> {
  const uid = uidOf(type);
  const { actions, fieldsOf, findTarget } = needsByCommand[command];
  // Before anything is read, so that an account that may change nothing is not told what exists.
  await requireAllowed(strapi, account, { uid, actions: ['read', ...actions], fields: [] }, 'some');
  const target = (await findTarget?.(strapi, type, body)) ?? { documentId: id };
  const fields = fieldsOf?.(type);
  await requireAllowed(strapi, account, { uid, actions, ...(fields && { fields }) }, target);
  await requireAllowed(strapi, account, { uid, actions: ['read'] }, target);
}

/** Reads the dishes that an account may read. */
const readVisibleDishes = async (strapi: Core.Strapi, type: DishType, account: Account): Promise<Dish[]> =>
  selectAllowed(strapi, account, { uid: uidOf(type), actions: ['read'] }, await readDishes(strapi, type));

function toMenuItem(type: DishType, dish: Dish, isNew: boolean): MenuItem {
  const { documentId: id, draft, published, changedFields } = dish;
  const { name, description } = draft;
  const isTextField = (field: string) => listTextFields(type).includes(field);
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
    ...nameOtherChanges(
      contentTypes[type].fields,
      changedFields.filter((field) => !isTextField(field)),
    ),
  };
}

async function readList(strapi: Core.Strapi, type: DishType, account: Account): Promise<CountedList> {
  const dishes = await readVisibleDishes(strapi, type, account);
  const newIds = await findNewDishes(strapi, type, dishes);
  const items = dishes.map((dish) => toMenuItem(type, dish, newIds.has(dish.documentId)));
  const { attributes } = strapi.contentType(uidOf(type));
  const limits = {
    name: readMaxLength(attributes[nameFieldOf(type)]),
    description: readMaxLength(attributes.description),
  };
  const unpublished = items.filter(({ shown, otherChanges, isNew }) => shown || otherChanges || isNew).length;
  return { list: { type, kind: 'dishes', limits, items }, unpublished };
}

/** Returns the dishes whose drafts are published. Dishes that were taken off are none of them. */
async function selectUnpublished(strapi: Core.Strapi, type: DishType, dishes: Dish[]): Promise<Dish[]> {
  const newIds = await findNewDishes(strapi, type, dishes);
  return dishes.filter(({ documentId, changedFields }) => changedFields.length > 0 || newIds.has(documentId));
}

/**
 * Publishes the draft of a dish, unless somebody has published it, taken it off or deleted it in the meantime.
 * @throws ValidationError when it has no name
 */
async function publishDish(strapi: Core.Strapi, type: DishType, documentId: string): Promise<void> {
  await strapi.db.transaction(async () => {
    await lockEntry(strapi, uidOf(type), documentId);
    const dishes = await readDishes(strapi, type, { documentId });
    const [dish] = await selectUnpublished(strapi, type, dishes);
    if (!dish) return;
    requireName(dish.draft.name);
    await strapi.documents(uidOf(type)).publish({ documentId });
  });
}

async function listUnpublished(
  strapi: Core.Strapi,
  type: DishType,
  account: Account,
): Promise<Unpublished[]> {
  const dishes = await selectUnpublished(strapi, type, await readVisibleDishes(strapi, type, account));
  return dishes.map(({ documentId, draft, published }) => ({
    type,
    documentId,
    name: draft.name.trim() || published?.name || 'a dish without a name',
    publish: () => publishDish(strapi, type, documentId),
  }));
}

/** The rules of the dishes of a type: each dish is an entry, which is changed and published by itself. */
export const createDishRules = (strapi: Core.Strapi, type: DishType): MenuListRules => ({
  requirePermission: (account, change) => requirePermission(strapi, type, account, change),
  read: (account) => readList(strapi, type, account),
  listUnpublished: (account) => listUnpublished(strapi, type, account),
  move: (order, userId) => moveDishes(strapi, type, { ...order, userId }),
  show: (id, shown, userId) => showDish(strapi, { type, id, userId }, shown),
  add: (text, userId) => addDish(strapi, type, text, userId),
  changeText: (id, texts, userId) => changeDishText(strapi, { type, id, userId }, texts),
  delete: async (id) => ({ version: await deleteDish(strapi, type, id) }),
  restore: async (body, userId) => {
    const id = await restoreDish(strapi, type, { version: parseVersion(body), userId });
    return id === undefined ? undefined : { id };
  },
});
