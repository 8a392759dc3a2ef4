import type { Core } from '@strapi/strapi';
import { type Dish, readDishes } from '../dishes/dishes';
import { selectAllowed } from '../permissions/entryPermissions';
import { lockEntry } from '../publishing/lockEntries';
import { fieldsOfEntry, uidOf } from '../shared/content/contentTypes';
import { type DishType, nameFieldOf } from '../shared/content/menuTypes';
import type { Account } from '../strapi/permissions';
import { requireName } from '../validation/requireName';
import type { MenuItem } from './menuAnswers';
import { listTextFields, nameOtherChanges, readMaxLength } from './menuFields';
import type { CountedList, Unpublished } from './menuListRules';
import { findNewDishes } from './newDishes';

/** Reads the dishes that an account may read. */
const readVisibleDishes = async (strapi: Core.Strapi, type: DishType, account: Account): Promise<Dish[]> =>
  selectAllowed(strapi, account, { uid: uidOf(type), actions: ['read'] }, await readDishes(strapi, type));

function toMenuItem(type: DishType, dish: Dish, isNew: boolean): MenuItem {
  const { documentId: id, draft, published, changedFields } = dish;
  const { name, description, statement } = draft;
  const isTextField = (field: string) => listTextFields(type).includes(field);
  return {
    id,
    name,
    description,
    isShown: published !== undefined,
    isNew,
    ...(statement && { statement }),
    ...(published &&
      changedFields.some(isTextField) && {
        shown: { name: published.name, description: published.description },
      }),
    ...nameOtherChanges(
      fieldsOfEntry(uidOf(type), id),
      changedFields.filter((field) => !isTextField(field)),
    ),
  };
}

/** Reads the dishes that an account may read, as the menu's screen shows them. */
export async function readDishList(
  strapi: Core.Strapi,
  type: DishType,
  account: Account,
): Promise<CountedList> {
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

/** Lists the dishes that an account sees and *Publish the menu* would change on the site. */
export async function listUnpublishedDishes(
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
