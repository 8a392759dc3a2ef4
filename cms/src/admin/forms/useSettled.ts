import { useEffect, useState } from 'react';

/** The time after the last key press, so that a screen reader isn't interrupted by every letter. */
const DELAY_MS = 700;

/** Returns the latest value that has not changed for a while. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), DELAY_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
