import { allergens } from '../../../cms/src/shared/diet/allergens.ts';
import styles from './AllergenFilter.module.css';

const join = (selectors: string[]) => selectors.join(',');

/**
 * The rules by which ticked allergens hide dishes, and show what a guest must know about the others. They are a style sheet of their
 * own, which only a page with the filter has; the Content-Security-Policy allows it by its hash.
 */
export const FILTER_RULES = createFilterRules(allergens.length);

/**
 * Creates the rules for a number of allergens: the values of their checkboxes, and the numbers in the attributes of the dishes, are
 * their places in the table.
 */
export function createFilterRules(count: number): string {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const select = (createTarget: (number: number) => string) =>
    numbers.map((number) => `.${styles.filter}:has([value="${number}"]:checked)~* ${createTarget(number)}`);
  const contains = select((number) => `[data-contains~="${number}"]`);
  const onRequest = select((number) => `[data-on-request~="${number}"] .${styles.onRequest}`);
  const ask = select((number) => `[data-ask~="${number}"] .${styles.ask}`);
  return `${join(contains)}{display:none}${join([...onRequest, ...ask])}{display:block}`;
}
