import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * Whether the page is the browser's own by now. The server, and the drawing that takes over from it, know neither what the
 * browser remembers nor how wide it is.
 */
export const useAlive = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
