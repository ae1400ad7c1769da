import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * Whether hydration is over. The server's render, and the first render in the browser, know neither the browser's storage nor
 * its width.
 */
export const useAlive = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
