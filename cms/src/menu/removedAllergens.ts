import { isSame } from '../content/compareContent';
import { allergens } from '../shared/diet/allergens';
import { type Answer, parseStatement, type StoredStatement } from '../shared/diet/dietaryStatement';

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

/** Finds an allergen that the table does not have, and about which a statement has another answer than the stored one. */
export const findUnknownAllergen = (
  statement: StoredStatement | null,
  present: StoredStatement | null,
): string | undefined => listRemoved(statement).find(([id, answer]) => present?.answers[id] !== answer)?.[0];
