import type { Core } from '@strapi/strapi';
import { uidOf } from '../content/contentTypes';
import { findHeads } from '../versions/storedVersions';
import type { Dish } from './dishes';
import type { DishType } from './menuTypes';

/**
 * Finds the dishes that were added and never published. A dish that is off the site and older than the first version of the site
 * is none of them: it may have been taken off before versions were recorded.
 */
export async function findNewDishes(
  strapi: Core.Strapi,
  type: DishType,
  dishes: Dish[],
): Promise<Set<string>> {
  const ids = dishes.filter(({ published }) => !published).map(({ documentId }) => documentId);
  if (ids.length === 0) return new Set();
  const uid = uidOf(type);
  const shown = await findHeads(strapi, {
    uid,
    documentId: { $in: ids },
    kind: { $in: ['publish', 'unpublish'] },
  });
  const orders = await findHeads(strapi, { uid, documentId: null });
  const firstTime = new Date(orders.at(-1)?.time ?? 0);
  const shownIds = new Set(shown.map(({ documentId }) => documentId));
  return new Set(
    dishes
      .filter(
        ({ documentId, published, createdAt }) =>
          !published && !shownIds.has(documentId) && createdAt > firstTime,
      )
      .map(({ documentId }) => documentId),
  );
}
