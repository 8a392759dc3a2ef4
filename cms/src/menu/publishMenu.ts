import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { contentTypes, uidOf } from '../content/contentTypes';
import { lockEntry } from '../content/publishChange';
import { errorMessage } from '../shared/errorMessage';
import { type Dish, readDishes } from './dishes';
import { countChanges } from './drinkList';
import { publishDrinks, readDrinkList } from './drinks';
import type { MenuType } from './menu';
import { type DishType, isDrinkList } from './menuTypes';
import { findNewDishes } from './newDishes';
import { requireName } from './words';

interface Publishing {
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

/** Lists what has unpublished changes: dishes one by one, and lists of drinks. */
async function listPublishings(strapi: Core.Strapi, type: MenuType, userId: number): Promise<Publishing[]> {
  if (isDrinkList(type)) {
    const isChanged = countChanges(await readDrinkList(strapi, type)) > 0;
    const { linkLabel } = contentTypes[type];
    return isChanged ? [{ name: linkLabel, publish: () => publishDrinks(strapi, type, userId) }] : [];
  }
  const dishes = await selectUnpublished(strapi, type, await readDishes(strapi, type));
  return dishes.map(({ documentId, draft, published }) => ({
    name: draft.name.trim() || published?.name || 'a dish without a name',
    publish: () => publishDish(strapi, type, documentId),
  }));
}

/**
 * Publishes the drafts of new and changed dishes and drinks, each by itself.
 * @throws ValidationError that names those that can't be published; all others are published then
 */
export async function publishMenu(strapi: Core.Strapi, types: MenuType[], userId: number): Promise<void> {
  const failed: string[] = [];
  for (const type of types)
    for (const { name, publish } of await listPublishings(strapi, type, userId))
      try {
        await publish();
      } catch (error) {
        if (!(error instanceof errors.ApplicationError)) throw error;
        strapi.log.warn(`“${name}” of ${type} can't be published: ${errorMessage(error)}`);
        failed.push(`“${name}”`);
      }
  if (failed.length === 0) return;
  const names = new Intl.ListFormat('en').format(failed);
  throw new errors.ValidationError(
    `${names} could not be published: look at the words there and try again. Everything else is on the site now.`,
  );
}
