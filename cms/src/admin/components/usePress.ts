import { useEffect, useRef, useState } from 'react';
import { explainFailure } from '../requests/explainFailure';

/** What came of a press. */
export interface Result {
  text: string;
  isProblem?: boolean;
  undo?: (() => void) | undefined;
}

/**
 * Sends what a press asks for, once at a time, and remembers what came of it.
 * @param isCovered whether a dialog is open, which has the focus
 */
export function usePress(isCovered = false) {
  const [result, setResult] = useState<Result>();
  /** The element that tells the result. */
  const line = useRef<HTMLDivElement>(null);
  /** A second press must not send the same again. */
  const isBusy = useRef(false);
  useEffect(() => {
    // The button that had the focus is gone.
    if (result && !isCovered && document.activeElement === document.body) line.current?.focus();
  }, [result, isCovered]);

  const press = async (send: () => Promise<Result | undefined>): Promise<void> => {
    if (isBusy.current) return;
    isBusy.current = true;
    try {
      setResult(await send());
    } catch (error) {
      // What can be undone stays so, because the owner is told to press the same button again.
      setResult((last) => ({ text: explainFailure(error), isProblem: true, undo: last?.undo }));
    }
    isBusy.current = false;
  };
  return { result, setResult, press, line };
}
