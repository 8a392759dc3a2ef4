import type { Allergen } from '../src/shared/diet/allergens';

const ANIMAL = ['vegan'] as const;
const FLESH = ['vegan', 'vegetarian'] as const;

/** The table of allergens of the unit tests, so that they pass when a restaurant changes its own. */
export const testAllergens: readonly Allergen[] = [
  { id: 'milk', name: 'milk', excludedBy: ANIMAL },
  { id: 'eggs', name: 'eggs', excludedBy: ANIMAL },
  { id: 'fish', name: 'fish', excludedBy: FLESH },
  { id: 'crustaceans', name: 'shellfish', excludedBy: FLESH },
  { id: 'nuts', name: 'tree nuts' },
  { id: 'peanuts', name: 'peanuts' },
  { id: 'wheat', name: 'wheat', includes: 'gluten' },
  { id: 'soy', name: 'soy' },
  { id: 'sesame', name: 'sesame' },
  { id: 'gluten', name: 'gluten' },
];
