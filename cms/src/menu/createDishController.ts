import { factories } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { uidOf } from '../shared/content/contentTypes';
import { type DishType, nameFieldOf } from '../shared/content/menuTypes';
import { selectConfirmed } from '../shared/diet/selectConfirmed';
import { isRecord } from '../shared/isRecord';
import { readRestoreId } from '../site/restoreId';

const FIELD = 'dietaryStatement';

/** A part of a query that would tell what is stored from what is found. */
const namesField = (part: unknown): boolean => JSON.stringify(part ?? null).includes(FIELD);

/** @throws ValidationError when a query filters or sorts by a field whose stored value is not public */
function rejectHiddenConditions({ filters, sort }: Record<string, unknown>): void {
  if (namesField(filters) || namesField(sort))
    throw new errors.ValidationError(`Entries can’t be filtered or sorted by ${FIELD}.`);
}

/** Returns a dish as the API shows it: with what is stated about it, if the owner has confirmed that for these words. */
function showConfirmed(dish: unknown, type: DishType, restoreId: string | null): unknown {
  if (!isRecord(dish) || !(FIELD in dish)) return dish;
  const { [nameFieldOf(type)]: name, description } = dish;
  // A query may leave out the words.
  const text =
    typeof name === 'string' && description !== undefined
      ? { name, description: String(description ?? '') }
      : undefined;
  return { ...dish, [FIELD]: (text && selectConfirmed(dish[FIELD], text, restoreId)) ?? null };
}

/**
 * Creates the controller of a type of dishes. Its responses have `{ diet, answers }` as `dietaryStatement`, or `null` when nothing
 * is stated or what is stated is not confirmed; the stored value, with the words for which it was confirmed, stays in the CMS.
 */
export const createDishController = (type: DishType) =>
  factories.createCoreController(uidOf(type), ({ strapi }) => ({
    async find(context) {
      rejectHiddenConditions(context.query);
      const response = await super.find(context);
      const restoreId = await readRestoreId(strapi);
      const dishes: unknown[] = response.data;
      return { ...response, data: dishes.map((dish) => showConfirmed(dish, type, restoreId)) };
    },

    async findOne(context) {
      rejectHiddenConditions(context.query);
      const response = await super.findOne(context);
      if (!response) return response;
      return { ...response, data: showConfirmed(response.data, type, await readRestoreId(strapi)) };
    },
  }));
