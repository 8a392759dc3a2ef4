import { allergens } from '../../cms/src/shared/diet/allergens.ts';
import type { DietaryStatement } from '../../cms/src/shared/diet/dietaryStatement.ts';
import { seedRecords } from './seedRecords.ts';

/** A statement that answers about every allergen: `free`, unless something else is given. */
const state = (
  answers: DietaryStatement['answers'] = {},
  diet: DietaryStatement['diet'] = null,
): DietaryStatement => ({
  diet,
  answers: { ...Object.fromEntries(allergens.map(({ id }) => [id, 'free'] as const)), ...answers },
});

/** Every side contains milk; one appetizer has no statement, one a partial one; the others are free of everything. */
export const statements: Readonly<Record<string, DietaryStatement | null>> = {
  ...Object.fromEntries(
    ['menu-appetizer', 'menu-entree'].flatMap(seedRecords).map(({ documentId }) => [documentId, state()]),
  ),
  ...Object.fromEntries(
    seedRecords('menu-side').map(({ documentId }) => [documentId, state({ milk: 'contains' })]),
  ),
  lasagna: state({ milk: 'contains', eggs: 'contains', wheat: 'contains', gluten: 'contains' }),
  'vegetarian-burger': state({ milk: 'onRequest' }, 'vegetarian'),
  'roasted-cauliflower': state({}, 'vegan'),
  'potato-pierogi': { diet: 'vegetarian', answers: { wheat: 'contains' } },
  'sourdough-and-butter': null,
};

/** An edit for `FaultyCms.editResponse`: the owner has stated what is in the dishes. */
export function stateDishes(body: string): string {
  const response: { data: { documentId: string } | { documentId: string }[] } = JSON.parse(body);
  if (!Array.isArray(response.data)) return body;
  const data = response.data.map((entry) => ({ ...entry, dietaryStatement: statements[entry.documentId] }));
  return JSON.stringify({ ...response, data });
}
