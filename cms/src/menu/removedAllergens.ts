import { errors } from '@strapi/utils';
import { allergens } from '../shared/diet/allergens';
import { type Answer, parseStatement, type StoredStatement } from '../shared/diet/dietaryStatement';
import { isSame } from '../site/entryContent';

const listRemoved = (statement: StoredStatement | null): [string, Answer][] =>
  Object.entries(statement?.answers ?? {}).filter(
    ([id]) => !allergens.some((allergen) => allergen.id === id),
  );

/**
 * Returns a statement with those stored answers that no screen shows: about allergens that the table no longer has. They stay only
 * for the words that they were for: the owner confirms nothing that she does not see.
 */
export function keepRemovedAllergens(
  statement: StoredStatement | null,
  present: StoredStatement | null,
): StoredStatement | null {
  const removed = Object.fromEntries(listRemoved(present));
  if (!statement)
    return present && Object.keys(removed).length ? { ...present, diet: null, answers: removed } : null;
  const own = listRemoved(statement).map(([id]) => id);
  const answers = Object.entries(statement.answers).filter(([id]) => !own.includes(id));
  const kept = isSame(statement.confirmedFor, present?.confirmedFor) ? removed : {};
  const stored = { ...statement, answers: { ...Object.fromEntries(answers), ...kept } };
  return parseStatement(stored) ? stored : null;
}

/**
 * A removed allergen can only keep the answer that is stored.
 * @throws ValidationError with a sentence for the owner
 */
export function requireKnownAllergens(
  statement: StoredStatement | null,
  present: StoredStatement | null,
): void {
  const unknown = listRemoved(statement).find(([id, answer]) => present?.answers[id] !== answer)?.[0];
  if (unknown !== undefined)
    throw new errors.ValidationError(
      `“${unknown}” is not one of the allergens, so nothing has changed. Load the page again.`,
    );
}
