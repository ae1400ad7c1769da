import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query matches now; false until hydration is over (`use-alive.ts`). */
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
