import type { RefObject } from 'react';
import { allergens } from '../../../cms/src/shared/diet/allergens.ts';
import type { Dish } from '../content/content.ts';
import styles from './AllergenFilter.module.css';
import { type AllergenChoice, chooseAllergens, describeChoice } from './allergenChoice.ts';
import { FILTER_RULES } from './filterRules.ts';
import { Paragraphs } from './Paragraphs.tsx';

interface AllergenFilterProps {
  ref: RefObject<HTMLFieldSetElement | null>;
  /** All dishes of the menu. */
  dishes: Dish[];
  chosen: AllergenChoice;
  onChoose: (chosen: AllergenChoice) => void;
  /** The note about traces of allergens. */
  note: string;
  hasDrinks: boolean;
}

/** Checkboxes that hide the dishes with an allergen. The style sheet hides them, so that it works without script. */
export function AllergenFilter({ ref, dishes, chosen, onChoose, note, hasDrinks }: AllergenFilterProps) {
  const toggle = (toggled: string) =>
    onChoose(chooseAllergens((id) => (id === toggled ? !chosen.includes(id) : chosen.includes(id))));
  return (
    <>
      <style>{FILTER_RULES}</style>
      <fieldset className={styles.filter} ref={ref}>
        <legend>
          Without<span className={styles.ellipsis}> …</span>
        </legend>
        <div className={styles.choices}>
          {allergens.map(({ id, name }, index) => (
            <label key={id}>
              <input
                type="checkbox"
                value={index + 1}
                checked={chosen.includes(id)}
                onChange={() => toggle(id)}
              />
              {name}
            </label>
          ))}
        </div>
        <Paragraphs text={note} />
        {hasDrinks && <p>Drinks are not part of this: please ask.</p>}
        <p className={styles.status} role="status">
          {describeChoice(dishes, chosen)}
        </p>
      </fieldset>
    </>
  );
}
