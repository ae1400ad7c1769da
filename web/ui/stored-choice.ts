import { useCallback, useState } from 'react';

/** Private windows and full disks refuse storage: a preference then lasts for the visit only. The server has no storage. */
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

/** A choice that the browser remembers; an invalid stored value counts as the fallback. */
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
