import { DIETS, type Diet } from './allergens';
import {
  type Answer,
  type ConfirmedText,
  parseStoredStatement,
  type StoredStatement,
} from './dietaryStatement';
import { findContradiction } from './findContradiction';

/** From the least careful to the most careful; `undefined`: nothing is stated. */
const ANSWERS_BY_CARE: readonly (Answer | undefined)[] = ['free', undefined, 'onRequest', 'contains'];
const DIETS_BY_CARE: readonly (Diet | null)[] = [...DIETS, null];

const isSameConfirmation = (one: ConfirmedText, other: ConfirmedText): boolean =>
  one.name.trim() === other.name.trim() &&
  one.description.trim() === other.description.trim() &&
  one.restoreId === other.restoreId;

/**
 * Merges what is stated about a dish in two places, none of which the owner has chosen over the other: what both have changed since
 * they last agreed counts only as the more careful of the two.
 * @param own what is stated for the words that the dish gets; the result is for these words, unless this is `null`
 * @param base what both said when they last agreed; without it, everything counts as changed by both
 * @returns `null` when nothing is stated
 */
export function mergeStatements(
  own: StoredStatement | null,
  other: StoredStatement | null,
  base?: StoredStatement | null,
): StoredStatement | null {
  const isForSameWords = !own || !other || isSameConfirmation(own.confirmedFor, other.confirmedFor);
  function choose<Value>(byCare: readonly Value[], read: (from: StoredStatement | null) => Value): Value {
    const [ours, theirs] = [read(own), read(other)];
    if (base !== undefined) {
      if (theirs === read(base)) return ours;
      // A change for other words may make an answer more careful, and never less.
      if (ours === read(base) && isForSameWords) return theirs;
    }
    return byCare.indexOf(theirs) > byCare.indexOf(ours) ? theirs : ours;
  }
  const ids = Object.keys({ ...own?.answers, ...other?.answers });
  const answers = ids.map((id) => [id, choose(ANSWERS_BY_CARE, (from) => from?.answers[id])]);
  const merged = parseStoredStatement({
    diet: choose(DIETS_BY_CARE, (from) => from?.diet ?? null),
    answers: Object.fromEntries(answers),
    confirmedFor: (own ?? other)?.confirmedFor,
  });
  if (!merged || findContradiction(merged) === undefined) return merged ?? null;
  return parseStoredStatement({ ...merged, diet: null }) ?? null;
}
