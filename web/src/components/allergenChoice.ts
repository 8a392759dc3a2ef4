import { allergens } from '../../../cms/src/shared/diet/allergens.ts';
import { joinAllergens } from '../../../cms/src/shared/diet/describeStatement.ts';
import type { Answer, DietaryStatement } from '../../../cms/src/shared/diet/dietaryStatement.ts';
import type { Blocks, Dish } from '../content/content.ts';

/** The parameter of the page's fragment, which browsers never send to a server. */
const PARAMETER = 'without';

/** The ids of allergens that a visitor leaves out, in the order of the table. */
export type AllergenChoice = readonly string[];

/** Returns the allergens for which the condition is true. */
export const chooseAllergens = (isChosen: (id: string, index: number) => boolean): AllergenChoice =>
  allergens.map(({ id }) => id).filter(isChosen);

/** Reads the choice from a fragment such as '#without=milk,eggs'; `undefined` when it has none. */
export function parseChoice(fragment: string): AllergenChoice | undefined {
  const ids = new URLSearchParams(fragment.slice(1)).get(PARAMETER)?.split(',');
  return ids && chooseAllergens((id) => ids.includes(id));
}

/** Returns the fragment for a choice; `''` when nothing is chosen. */
export const formatChoice = (chosen: AllergenChoice): string =>
  chosen.length > 0 ? `#${PARAMETER}=${chosen.join(',')}` : '';

/** Returns the answer about a dish that matters for a choice; `undefined` when the guest has to ask. */
function findAnswer({ statement }: Dish, chosen: AllergenChoice): Answer | undefined {
  const answers = chosen.map((id) => statement?.answers[id]);
  if (answers.includes('contains')) return 'contains';
  if (answers.includes(undefined)) return undefined;
  return answers.includes('onRequest') ? 'onRequest' : 'free';
}

/** Returns a statement with the answers about the chosen allergens alone; with all when nothing is chosen. */
export const selectAnswers = (statement: DietaryStatement, chosen: AllergenChoice): DietaryStatement =>
  chosen.length === 0
    ? statement
    : {
        ...statement,
        answers: Object.fromEntries(Object.entries(statement.answers).filter(([id]) => chosen.includes(id))),
      };

/** Whether every dish contains something that the visitor leaves out. */
export const areAllHidden = (dishes: Dish[], chosen: AllergenChoice): boolean =>
  dishes.every((dish) => findAnswer(dish, chosen) === 'contains');

/** Returns the attributes of a dish for the rules in filterRules.ts: the numbers of the allergens in the table. */
export function createFilterAttributes(
  statement: DietaryStatement | undefined,
): Record<string, string | undefined> {
  const list = (answer: Answer | undefined) =>
    allergens.flatMap(({ id }, index) => (statement?.answers[id] === answer ? index + 1 : [])).join(' ') ||
    undefined;
  return {
    'data-contains': list('contains'),
    'data-on-request': list('onRequest'),
    'data-ask': list(undefined),
  };
}

/** Returns the name of an allergen as a label has it. */
export const labelAllergen = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** Describes what the choice leaves of the menu; `''` when nothing is chosen. */
export function describeChoice(dishes: Dish[], chosen: AllergenChoice): string {
  if (chosen.length === 0) return '';
  const count = (answer: Answer | undefined) =>
    dishes.filter((dish) => findAnswer(dish, chosen) === answer).length;
  const [free, onRequest, unknown, hidden] = [
    count('free'),
    count('onRequest'),
    count(undefined),
    count('contains'),
  ];
  const parts = [
    `${free || 'no'} ${free > 1 ? 'dishes' : 'dish'}`,
    onRequest > 0 && `${onRequest} on request`,
    unknown > 0 && `ask about ${unknown}`,
  ];
  const isHidden = hidden > 0 ? `; ${hidden} hidden` : '';
  return `Without ${joinAllergens(chosen)}: ${parts.filter(Boolean).join(', ')}${isHidden}.`;
}

/** Returns the owner's note about traces of allergens, or the one of every kitchen. */
export const getAllergenNote = (headings: Blocks<'menuHeadings'> | undefined): string =>
  headings?.['menu-main'].allergenNote ?? 'Our kitchen can’t exclude traces of allergens.';
