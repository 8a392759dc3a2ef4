import type { ItemText } from '../content/itemText';
import { type DietaryStatement, isConfirmed, parseStoredStatement } from './dietaryStatement';
import { findContradiction } from './findContradiction';

/**
 * Returns what the site shows of the statement that is stored with a dish.
 * @param text the text of the same version of the dish
 * @returns `undefined` when nothing is stated, the statement is not confirmed, or it contradicts itself by a table of allergens that
 *   has changed since
 */
export function selectConfirmed(
  stored: unknown,
  text: ItemText,
  restoreId: string | null,
): DietaryStatement | undefined {
  const statement = parseStoredStatement(stored);
  if (!statement || !isConfirmed(statement, text, restoreId)) return undefined;
  const { diet, answers } = statement;
  return findContradiction({ diet, answers }) === undefined ? { diet, answers } : undefined;
}
