/**
 * Whether the server ended the session while its page is open. What the user typed stays: the page asks for the password in a
 * dialog over it (`web/features/session/sign-in-again.tsx`).
 */
let isLost = false;
/** How often the session was regained: connections opened under the lost session must reconnect. */
let regained = 0;
const listeners = new Set<() => void>();

const change = (lost: boolean): void => {
  if (lost === isLost) return;
  isLost = lost;
  if (!lost) regained += 1;
  for (const listener of listeners) listener();
};

export const sessionLost = {
  note: (): void => change(true),
  regain: (): void => change(false),
  /** Bound functions for `useSyncExternalStore`. */
  isLost: (): boolean => isLost,
  timesRegained: (): number => regained,
  onChange: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
} as const;
