import { type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { type AllergenChoice, chooseAllergens, formatChoice, parseChoice } from './allergenChoice.ts';

/** Returns what is ticked in the filter, also before the application has started. */
function readTicks(filter: HTMLElement | null): AllergenChoice {
  const boxes = [...(filter?.querySelectorAll('input') ?? [])];
  return chooseAllergens((_id, index) => boxes[index]?.checked ?? false);
}

/** Writes the choice into the page's address, without an entry in the history for each tick. */
function writeChoice(chosen: AllergenChoice): void {
  const { hash, pathname, search } = window.location;
  // A preview needs its fragment when it is loaded again; a link to a section stays while nothing is chosen.
  if (hash.startsWith('#preview=') || (chosen.length === 0 && parseChoice(hash) === undefined)) return;
  // Not by the router: it would scroll to the top.
  window.history.replaceState(window.history.state, '', pathname + search + formatChoice(chosen));
}

interface ChoiceState {
  /** The allergens that the visitor leaves out. */
  chosen: AllergenChoice;
  choose: (chosen: AllergenChoice) => void;
  /** Whether the page was opened with a choice, which the server could not know. */
  isOpenedWithChoice: boolean;
}

/**
 * Returns the visitor's choice, and a function that replaces it. The choice is that of the address, and
 * stays when the visitor follows a link to a section.
 * @param filter the element with a checkbox for each allergen, if it is shown
 */
export function useAllergenChoice(filter: RefObject<HTMLElement | null>): ChoiceState {
  const [chosen, setChosen] = useState<AllergenChoice>([]);
  const [isOpenedWithChoice, setOpenedWithChoice] = useState(false);
  const isFirst = useRef(true);
  const location = useLocation();

  const choose = (next: AllergenChoice) => {
    setChosen(next);
    writeChoice(next);
  };

  const readAddress = useEffectEvent(() => {
    const named = parseChoice(window.location.hash);
    if (isFirst.current) {
      const ticked = readTicks(filter.current);
      const next = chooseAllergens((id) => ticked.includes(id) || (named?.includes(id) ?? false));
      setOpenedWithChoice(next.length > 0);
      if (ticked.length > 0) choose(next);
      else setChosen(next);
    } else if (named) setChosen(named);
    else writeChoice(chosen);
    isFirst.current = false;
  });

  // Before the browser paints, so that no dish shows for an instant. The location is another object after each navigation.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is read from the window, which the router follows
  useLayoutEffect(() => readAddress(), [location]);

  return { chosen, choose, isOpenedWithChoice };
}
