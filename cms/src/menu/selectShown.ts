import type { ItemText } from '../shared/content/itemText';
import { type DietaryStatement, selectConfirmed } from '../shared/diet/dietaryStatement';
import { findContradiction } from '../shared/diet/findContradiction';

/**
 * Returns what the site shows of the statement that is stored with a dish.
 * @param text the text of the same version of the dish
 * @returns `undefined` when nothing is stated, the statement is not confirmed, or it contradicts itself by a table of allergens that
 *   has changed since
 */
export function selectShown(
  stored: unknown,
  text: ItemText,
  restoreId: string | null,
): DietaryStatement | undefined {
  const statement = selectConfirmed(stored, text, restoreId);
  return statement && findContradiction(statement) === undefined ? statement : undefined;
}
