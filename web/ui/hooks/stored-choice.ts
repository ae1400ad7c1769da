import { useCallback, useState } from 'react';

/** Null on the server, without a value, and where storage is refused. */
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
    // Without storage the choice lasts until the page is closed.
  }
};

/** The fallback replaces an invalid stored value. */
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
