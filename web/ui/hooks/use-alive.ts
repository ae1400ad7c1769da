import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** True after hydration. Before, neither the browser's storage nor its width is known. */
export const useAlive = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
