/** What decides where a dish is in its part of the menu. */
interface DishPlace {
  name: string;
  position: number | null;
}

/** Returns the number by which a position is sorted: dishes without a position are last. */
export const toSortKey = (position: number | null): number => position ?? Number.MAX_SAFE_INTEGER;

/** Compares dishes in the order of the site and of the CMS: by position, those without one last, then by name. */
export const compareDishes = (a: DishPlace, b: DishPlace): number =>
  toSortKey(a.position) - toSortKey(b.position) || a.name.trim().localeCompare(b.name.trim(), 'en');
