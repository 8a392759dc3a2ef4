/** Diets that a dish suits, the stricter one first: a vegan dish is vegetarian, too. */
export const DIETS = ['vegan', 'vegetarian'] as const;
export type Diet = (typeof DIETS)[number];

export interface Allergen {
  /** Stored with the dishes, so it never changes. */
  id: string;
  /** As a sentence has it. */
  name: string;
  /** The diets that exclude it. */
  excludedBy?: readonly Diet[];
  /** The id of another allergen that is in whatever contains this one. */
  includes?: string;
}

const ANIMAL = ['vegan'] as const;
const FLESH = ['vegan', 'vegetarian'] as const;

/**
 * The allergens about which the owner answers for each dish, in the order of all lists: the nine major ones of the United States
 * (section 201(qq) of the Federal Food, Drug, and Cosmetic Act, with sesame since 2023), and gluten. A restaurant in the European
 * Union replaces them by the fourteen of Annex II of Regulation (EU) No 1169/2011. No dish has an answer about an allergen that is
 * added. Answers about one that is removed stay stored and are not shown.
 */
export const allergens: readonly Allergen[] = [
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
