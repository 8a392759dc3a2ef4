import type { RefObject } from 'react';
import { allergens } from '../../../cms/src/shared/diet/allergens.ts';
import type { Dish } from '../content/content.ts';
import styles from './AllergenFilter.module.css';
import { AskUs } from './AskUs.tsx';
import { type AllergenChoice, chooseAllergens, describeChoice, labelAllergen } from './allergenChoice.ts';
import { FILTER_RULES } from './filterRules.ts';
import { Paragraphs } from './Paragraphs.tsx';
import { useHydrated } from './useHydrated.ts';

interface AllergenFilterProps {
  ref: RefObject<HTMLFieldSetElement | null>;
  /** All dishes of the menu. */
  dishes: Dish[];
  chosen: AllergenChoice;
  onChoose: (chosen: AllergenChoice) => void;
  /** The note about traces of allergens. */
  note: string;
  hasDrinks: boolean;
  /** The phone number to ask at; `''` without one. */
  phone: string;
}

/** Checkboxes that hide the dishes with an allergen. The style sheet hides them, so that it works without script. */
export function AllergenFilter({
  ref,
  dishes,
  chosen,
  onChoose,
  note,
  hasDrinks,
  phone,
}: AllergenFilterProps) {
  const isHydrated = useHydrated();
  const toggle = (toggled: string) =>
    onChoose(chooseAllergens((id) => (id === toggled ? !chosen.includes(id) : chosen.includes(id))));
  return (
    <>
      <style>{FILTER_RULES}</style>
      <fieldset id="menu-without" className={styles.filter} ref={ref}>
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
              {labelAllergen(name)}
            </label>
          ))}
          {/* Without a value: it chooses nothing. */}
          <label className={styles.showFree}>
            <input type="checkbox" />
            Show “Free of …”
          </label>
        </div>
        <div className={styles.notes}>
          <Paragraphs text={note} />
          {hasDrinks && <p>Drinks are not part of this.</p>}
          <AskUs phone={phone} />
        </div>
      </fieldset>
      <div className={styles.answer}>
        <p role="status">{describeChoice(dishes, chosen)}</p>
        <a href="#menu-without">Change</a>
        {!isHydrated && (
          // Only where the address has a choice (loadApp.ts), which the server does not know.
          <p className={styles.pending}>
            Loading what this link leaves out. Until then, every dish is shown.
          </p>
        )}
        <noscript>A shared link can’t tick these without JavaScript: please tick them yourself.</noscript>
      </div>
    </>
  );
}
