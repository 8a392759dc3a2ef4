import { allergens } from './allergens';
import type { Answer, DietaryStatement } from './dietaryStatement';

const ORDER = new Map(allergens.map(({ id }, index) => [id, index]));
const NAMES = new Map(allergens.map(({ id, name }) => [id, name]));

/** Lists the ids of the allergens with an answer, in the order of the table; those that it no longer has come last. */
export const listAnswered = ({ answers }: DietaryStatement, answer: Answer): string[] =>
  Object.keys(answers)
    .filter((id) => answers[id] === answer)
    .sort((a, b) => (ORDER.get(a) ?? Number.POSITIVE_INFINITY) - (ORDER.get(b) ?? Number.POSITIVE_INFINITY));

/** Returns the name of an allergen; of one that the table no longer has, its id. */
export const nameAllergen = (id: string): string => NAMES.get(id) ?? id;

/** Lists allergens as a sentence has them, such as 'milk, eggs, and soy'. */
export const joinAllergens = (ids: readonly string[]): string =>
  ids
    .map(nameAllergen)
    .join(', ')
    .replace(/, ([^,]*)$/, ids.length > 2 ? ', and $1' : ' and $1');

const describeAnswer = (statement: DietaryStatement, answer: Answer) =>
  joinAllergens(listAnswered(statement, answer));

/** Describes the diet and what a dish contains, such as 'Vegetarian. Contains milk and wheat. Without eggs on request.'. */
export function describeContained(statement: DietaryStatement): string {
  const { diet } = statement;
  const contains = describeAnswer(statement, 'contains');
  const onRequest = describeAnswer(statement, 'onRequest');
  return [
    diet && (diet === 'vegan' ? 'Vegan.' : 'Vegetarian.'),
    contains && `Contains ${contains}.`,
    onRequest && `Without ${onRequest} on request.`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** Describes what a dish is free of, such as 'Free of fish.'; `''` when nothing of that is stated. */
export function describeFree(statement: DietaryStatement): string {
  const free = describeAnswer(statement, 'free');
  return free && `Free of ${free}.`;
}

/** Describes a statement, such as 'Vegetarian. Contains milk and wheat. Without eggs on request. Free of fish.'. */
export const describeStatement = (statement: DietaryStatement): string =>
  [describeContained(statement), describeFree(statement)].filter(Boolean).join(' ');
