/**
 * Whether the server stopped knowing who is signed in while their page is open. What was typed stays where it is: the
 * page asks for the password over it (`web/features/session/sign-in-again.tsx`).
 */
let isLost = false;
/** How often it was regained: whoever was connected under the lost session connects anew. */
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
  /** These are bound, for `useSyncExternalStore`. */
  isLost: (): boolean => isLost,
  timesRegained: (): number => regained,
  onChange: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
} as const;
