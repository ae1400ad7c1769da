import { useCallback, useSyncExternalStore } from 'react';

/** False until hydration is over. */
export const useMedia = (mediaQuery: string): boolean => {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const media = matchMedia(mediaQuery);
      media.addEventListener('change', onChange);
      return () => media.removeEventListener('change', onChange);
    },
    [mediaQuery],
  );
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(mediaQuery).matches,
    () => false,
  );
};
