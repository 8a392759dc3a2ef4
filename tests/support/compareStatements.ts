import { allergens } from '../../cms/src/shared/diet/allergens.ts';
import type { ShownDish } from './readMenuPage.ts';
import { ANSWERS, DIETS, type Statement } from './statementModel.ts';

/** The ids of the allergens that the pages have. */
export const TABLE: string[] = allergens.map(({ id }) => id);

/** What is stated about the dish with an id. */
export type Stated = readonly [id: string, statement: Statement | null | undefined];

/** Reduces a statement to its answers that mean something, in one order; `undefined` when it states nothing. */
export function reduce(statement: Statement | null | undefined): string | undefined {
  if (!statement) return undefined;
  const answers = Object.entries(statement.answers).filter(([, answer]) => ANSWERS.includes(answer));
  const diet = DIETS.includes(statement.diet ?? '') ? statement.diet : null;
  return diet || answers.length > 0 ? JSON.stringify([diet, ...answers.sort()]) : undefined;
}

/** @throws Error when something else is shown of the dishes than is expected */
export function requireSame(part: string, expected: readonly Stated[], shown: readonly Stated[]): void {
  const shownById = new Map(shown);
  for (const [id, statement] of expected) {
    const [must, is] = [reduce(statement), reduce(shownById.get(id))];
    if (must !== is) throw new Error(`${part} states ${is} about ${id} instead of ${must}`);
  }
  if (shown.length !== expected.length)
    throw new Error(`${part} has ${[...shownById.keys()]} instead of ${expected.map(([id]) => id)}`);
}

/** Leaves out the answers about allergens that no page has. */
export const selectInTable = (stated: readonly Stated[]): Stated[] =>
  stated.map(([id, statement]) => {
    const answers = Object.entries(statement?.answers ?? {}).filter(([allergen]) => TABLE.includes(allergen));
    return [id, statement && { ...statement, answers: Object.fromEntries(answers) }];
  });

/** Lists what a response states. */
export function listStatements(response: unknown): Stated[] {
  // Cast: the response of a test's CMS.
  const { data } = response as { data: { documentId: string; dietaryStatement?: Statement | null }[] };
  return data.map(({ documentId, dietaryStatement }) => [documentId, dietaryStatement]);
}

type Compare = (part: string, expected: readonly Stated[], shown: readonly Stated[]) => void;

/** Compares what each part of the menu's page shows. */
export function comparePage(expected: readonly Stated[], dishes: ShownDish[], compare: Compare): void {
  const inTable = selectInTable(expected);
  const check = (
    part: string,
    read: (dish: ShownDish) => Statement,
    select: (stated: Statement) => Statement,
  ) =>
    compare(
      part,
      inTable.map(([id, statement]) => [id, statement && select(statement)]),
      dishes.map((dish) => [dish.id, read(dish)]),
    );
  const selectAnswers = ({ answers }: Statement) => ({ diet: null, answers });
  const selectDiet = ({ diet }: Statement) => ({ diet, answers: {} });
  check(
    'the page',
    ({ words }) => words,
    (stated) => stated,
  );
  check(
    'the sheet',
    ({ sheet }) => sheet,
    (stated) => stated,
  );
  check('the filter', ({ filter }) => selectAnswers({ diet: null, answers: filter }), selectAnswers);
  check('the structured data', ({ structured }) => selectDiet({ diet: structured, answers: {} }), selectDiet);
}
