import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { type Place, saveWords } from './changes';
import type { Item, Words } from './menuContent';
import type { MenuProblem, MenuStore } from './menuStore';

const wordsOf = ({ name, description }: Words): Words => ({
  name,
  ...(description !== undefined && { description }),
});

const trim = ({ name, description }: Words): Words =>
  wordsOf({ name: name.trim(), ...(description !== undefined && { description: description.trim() }) });

/** Words that are not saved yet. */
interface Typed {
  words: Words;
  /** The words that the owner changed. */
  seen: Words;
  /** Those that are being saved. */
  sent?: Words;
}

/**
 * The words of an item, which the owner types and which are saved when she leaves the field. What is not saved yet stays: when
 * saving fails, when the menu is loaded again, and when the page is left, which saves it.
 */
export function useWords(store: MenuStore, place: Place, item: Item) {
  const typed = useRef<Typed>();
  const latest = useRef({ item, place });
  latest.current = { item, place };
  const [, render] = useReducer((count: number) => count + 1, 0);
  const [problem, setProblem] = useState<MenuProblem>();
  const problemRef = useRef(problem);
  problemRef.current = problem;

  const save = useCallback(async () => {
    const current = typed.current;
    if (!current || current.sent === current.words) return;
    // After a rejection the owner has seen what somebody else wrote.
    if (problemRef.current && problemRef.current.kind !== 'lost') current.seen = wordsOf(latest.current.item);
    const { words, seen } = current;
    current.sent = words;
    const failure = await store.change(saveWords(latest.current.place, trim(words), seen));
    if (failure && typed.current?.sent === words) delete typed.current.sent;
    if (!failure && typed.current?.words === words) typed.current = undefined;
    else if (!failure && typed.current) typed.current.seen = trim(words);
    setProblem(failure);
    render();
  }, [store]);

  const unsaved = useMemo(() => ({ save: () => void save(), failure: () => problemRef.current }), [save]);
  useEffect(() => {
    if (typed.current) store.unsaved.add(unsaved);
    else store.unsaved.delete(unsaved);
  });
  useEffect(
    () => () => {
      void save();
      store.unsaved.delete(unsaved);
    },
    [store, save, unsaved],
  );

  return {
    words: typed.current?.words ?? wordsOf(item),
    problem,
    save,
    change(part: Partial<Words>) {
      const current = typed.current ?? { words: wordsOf(item), seen: wordsOf(item) };
      typed.current = { ...current, words: { ...current.words, ...part } };
      render();
    },
  };
}
