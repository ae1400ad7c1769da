import { useCallback, useState } from 'react';

/**
 * Returns null if nothing is stored. On the server there is no storage, and some browsers refuse it (full disk, private window): there a
 * choice lasts only as long as the component.
 */
const read = (key: string): string | null => {
  if (typeof document === 'undefined') return null;
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};

const write = (key: string, value: string): void => {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Nothing to do: see `read`.
  }
};

/** A choice that the browser remembers; the fallback replaces an invalid stored value. */
export const useStoredChoice = <Choice extends string>(
  key: string,
  choices: readonly Choice[],
  fallback: Choice,
): readonly [Choice, (choice: Choice) => void] => {
  const [choice, setChoice] = useState<Choice>(
    () => choices.find((candidate) => candidate === read(key)) ?? fallback,
  );
  const choose = useCallback(
    (next: Choice) => {
      write(key, next);
      setChoice(next);
    },
    [key],
  );
  return [choice, choose];
};
