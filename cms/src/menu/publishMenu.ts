import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { type Dish, readDishes } from '../dishes/dishes';
import { isAllowed, requireSome } from '../permissions/entryPermissions';
import { lockEntry } from '../publishing/publishChange';
import { contentTypes, uidOf } from '../shared/content/contentTypes';
import { type DishType, isDrinkList, type MenuType, menuTypes } from '../shared/content/menuTypes';
import { errorMessage } from '../shared/errorMessage';
import type { Account } from '../strapi/permissions';
import { countChanges } from './drinkList';
import { publishDrinks } from './drinks';
import { findNewDishes } from './newDishes';
import { readVisibleDishes, readVisibleDrinks } from './readMenu';
import { requireName } from './requireName';

/** A change is not allowed to an account; its message is a sentence for the owner, which Strapi omits from a ForbiddenError. */
export class NotAllowedError extends Error {}

interface Publishing {
  type: MenuType;
  documentId: string;
  /** What the owner calls it. */
  name: string;
  publish(): Promise<unknown>;
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

/** Lists what has unpublished changes that an account sees: dishes one by one, and lists of drinks. */
async function listPublishings(strapi: Core.Strapi, account: Account, type: MenuType): Promise<Publishing[]> {
  if (isDrinkList(type)) {
    const list = await readVisibleDrinks(strapi, account, type);
    if (!list || countChanges(list) === 0) return [];
    const { documentId } = list;
    const name = contentTypes[type].linkLabel;
    return [{ type, documentId, name, publish: () => publishDrinks(strapi, type, account.user.id) }];
  }
  const dishes = await selectUnpublished(strapi, type, await readVisibleDishes(strapi, account, type));
  return dishes.map(({ documentId, draft, published }) => ({
    type,
    documentId,
    name: draft.name.trim() || published?.name || 'a dish without a name',
    publish: () => publishDish(strapi, type, documentId),
  }));
}

const listNames = (publishings: Publishing[]): string =>
  new Intl.ListFormat('en').format(publishings.map(({ name }) => `“${name}”`));

/** @throws NotAllowedError that names those that the account may not publish */
async function requirePermissions(
  strapi: Core.Strapi,
  account: Account,
  publishings: Publishing[],
): Promise<void> {
  const forbidden: Publishing[] = [];
  for (const publishing of publishings) {
    const use = { uid: uidOf(publishing.type), actions: ['publish'] } as const;
    if (!(await isAllowed(strapi, account, use, publishing))) forbidden.push(publishing);
  }
  if (forbidden.length === 0) return;
  throw new NotAllowedError(
    `Your account may not publish ${listNames(forbidden)}, so nothing was published. Ask whoever looks after the site.`,
  );
}

/**
 * Publishes the drafts of the new and changed dishes and drinks that an account sees, each by itself.
 * @throws ForbiddenError when the account may publish none of the menu
 * @throws NotAllowedError when it may not publish one of the changes; nothing is published then
 * @throws ValidationError that names those that can't be published; all others are published then
 */
export async function publishMenu(strapi: Core.Strapi, account: Account): Promise<void> {
  requireSome(strapi, account, ['read', 'publish'], menuTypes);
  const publishings: Publishing[] = [];
  for (const type of requireSome(strapi, account, ['read'], menuTypes))
    publishings.push(...(await listPublishings(strapi, account, type)));
  await requirePermissions(strapi, account, publishings);
  const failed: Publishing[] = [];
  for (const publishing of publishings)
    try {
      await publishing.publish();
    } catch (error) {
      if (!(error instanceof errors.ApplicationError)) throw error;
      const { type, name } = publishing;
      strapi.log.warn(`“${name}” of ${type} can't be published: ${errorMessage(error)}`);
      failed.push(publishing);
    }
  if (failed.length === 0) return;
  throw new errors.ValidationError(
    `${listNames(failed)} could not be published: look at the words there and try again. Everything else is on the site now.`,
  );
}
