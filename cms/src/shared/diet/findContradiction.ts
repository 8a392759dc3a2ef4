import { type Allergen, allergens } from './allergens';
import { nameAllergen } from './describeStatement';
import { ANSWERS, type Answer, type DietaryStatement } from './dietaryStatement';

/** How little of an allergen a dish has: 0 for an answer that it contains it. */
const rank = (answer: Answer): number => ANSWERS.indexOf(answer);

function findDietContradiction({ diet, answers }: DietaryStatement, { id, name, excludedBy }: Allergen) {
  if (diet === null || !excludedBy?.includes(diet)) return undefined;
  if (answers[id] === 'contains') return `A ${diet} dish can’t contain ${name}.`;
  return answers[id] === 'onRequest'
    ? `A ${diet} dish has no ${name} that could be left out on request.`
    : undefined;
}

/** Finds a pair such as gluten, which is in all wheat: of the second there is at least as much as of the first. */
function findInclusionContradiction({ answers }: DietaryStatement, { id, name, includes }: Allergen) {
  const [answer, otherAnswer] = [answers[id], includes && answers[includes]];
  if (!includes || !answer || !otherAnswer || rank(otherAnswer) <= rank(answer)) return undefined;
  const other = nameAllergen(includes);
  return otherAnswer === 'free'
    ? `What contains ${name} is not free of ${other}.`
    : `What contains ${name} can’t be without ${other} on request.`;
}

/** Returns a sentence for the owner when a statement contradicts itself, such as a vegan dish with milk. */
export function findContradiction(statement: DietaryStatement): string | undefined {
  for (const allergen of allergens) {
    const sentence =
      findDietContradiction(statement, allergen) ?? findInclusionContradiction(statement, allergen);
    if (sentence) return sentence;
  }
  return undefined;
}
