import { useEffect, useState } from 'react';

/** Returns a value once it has not changed for that time; until then, the previous value. */
export const useDebounced = <Value>(value: Value, milliseconds: number): Value => {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return debounced;
};
