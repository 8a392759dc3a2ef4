import { allergens } from '../../../cms/src/shared/diet/allergens.ts';
import styles from './AllergenFilter.module.css';

/** Returns a selector list with one selector for each allergen, which applies while its checkbox is ticked. */
const whileTicked = (createTarget: (number: number) => string) =>
  allergens
    .map((_, index) => index + 1)
    .map((number) => `.${styles.filter}:has([value="${number}"]:checked)~* ${createTarget(number)}`)
    .join(',');

const contains = whileTicked((number) => `[data-contains~="${number}"]`);
const onRequest = whileTicked((number) => `[data-on-request~="${number}"] .${styles.onRequest}`);
const ask = whileTicked((number) => `[data-ask~="${number}"] .${styles.ask}`);

/**
 * The rules by which ticked allergens hide dishes, and show what a guest must know about the others. The values of the checkboxes,
 * and the numbers in the attributes of the dishes, are places in the table of allergens. Only a page with the filter has this style
 * sheet; the Content-Security-Policy allows it by its hash.
 */
export const FILTER_RULES = `${contains}{display:none}${onRequest},${ask}{display:block}${ask}{font-weight:600}`;
