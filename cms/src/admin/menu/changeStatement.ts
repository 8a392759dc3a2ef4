import { allergens, type Diet } from '../../shared/diet/allergens';
import type { Answer, DietaryStatement } from '../../shared/diet/dietaryStatement';
import { findContradiction } from '../../shared/diet/findContradiction';

/** What the owner presses to state something about a dish; `null` takes an answer back. */
export type StatementChange =
  | { type: 'diet'; diet: Diet | null }
  | { type: 'answer'; allergen: string; answer: Answer | null }
  /** Answers `free` for all allergens without an answer. */
  | { type: 'freeOfOthers' }
  /** What is stated is right for the words of the dish. */
  | { type: 'confirm' };

const NOTHING: DietaryStatement = { diet: null, answers: {} };

/** Lists the ids of the allergens without an answer. */
export const listUnanswered = ({ answers } = NOTHING): string[] =>
  allergens.map(({ id }) => id).filter((id) => !answers[id]);

/** Answers for an allergen as for all others that the dish is free of; gluten is in a dish with wheat. */
function answerOther(statement: DietaryStatement, id: string): Answer | undefined {
  const isIncluded = allergens.some(
    (other) => other.includes === id && statement.answers[other.id] === 'contains',
  );
  if (isIncluded) return 'contains';
  const answers = { ...statement.answers, [id]: 'free' as const };
  return findContradiction({ ...statement, answers }) ? undefined : 'free';
}

function setAnswer(answers: DietaryStatement['answers'], id: string, answer: Answer | null | undefined) {
  const { [id]: _previous, ...others } = answers;
  return answer ? { ...others, [id]: answer } : others;
}

/** Answers for the allergens without an answer, where `answer` knows one. */
function answerOthers(
  statement: DietaryStatement,
  answer: (id: string) => Answer | undefined,
): DietaryStatement {
  const change = (answers: DietaryStatement['answers'], id: string) => setAnswer(answers, id, answer(id));
  return { ...statement, answers: listUnanswered(statement).reduce(change, statement.answers) };
}

/** Whether what suits a diet never has an allergen, such as milk in what is vegan. */
const isExcluded = (diet: Diet | null, id: string): boolean =>
  diet !== null && findContradiction({ diet, answers: { [id]: 'contains' } }) !== undefined;

/** Returns the id of the allergen that is in whatever contains another one, such as gluten in wheat. */
const findIncluded = (id: string): string | undefined => allergens.find((other) => other.id === id)?.includes;

/** Returns a statement after a change, with the answers that follow from it; answers about allergens that the table no longer has stay. */
export function changeStatement(
  { diet, answers }: DietaryStatement = NOTHING,
  change: StatementChange,
): DietaryStatement {
  switch (change.type) {
    case 'diet': {
      const statement = { diet: change.diet, answers };
      return answerOthers(statement, (id) => (isExcluded(change.diet, id) ? 'free' : undefined));
    }
    case 'answer': {
      const statement = { diet, answers: setAnswer(answers, change.allergen, change.answer) };
      const included = change.answer === 'contains' && findIncluded(change.allergen);
      return answerOthers(statement, (id) => (id === included ? 'contains' : undefined));
    }
    case 'freeOfOthers': {
      const statement = { diet, answers };
      return answerOthers(statement, (id) => answerOther(statement, id));
    }
    case 'confirm':
      return { diet, answers };
  }
}

/** Whether a statement has a diet or an answer. */
export const statesSomething = ({ diet, answers }: DietaryStatement): boolean =>
  diet !== null || Object.keys(answers).length > 0;
