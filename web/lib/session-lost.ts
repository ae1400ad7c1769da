/**
 * `held`: as far as the page knows, the session lasts. `lost`: the server ended the session while its page is open. The page then asks for
 * the password in a dialog (`web/features/session/sign-in-again.tsx`), so that typed values stay. `left`: the user left the area, or is
 * leaving while the sign-in page loads. Requests and the socket of the left area can still report the end of its session; the next user
 * must not be asked about that.
 */
let state: 'held' | 'lost' | 'left' = 'held';
/** How often the user signed in again: connections opened under an earlier session must reconnect. */
let regained = 0;
const listeners = new Set<() => void>();

const change = (next: typeof state): void => {
  state = next;
  for (const listener of listeners) listener();
};

export const sessionLost = {
  note: (): void => {
    if (state === 'held') change('lost');
  },
  /**
   * The user signed in again, here or in another tab. Connections reconnect even if no loss was noted. A connection may not know yet that
   * its old session has ended, and would later report that as the end of the new one.
   */
  regain: (): void => {
    if (state === 'left') return;
    regained += 1;
    change('held');
  },
  leave: (): void => change('left'),
  /** An area opened, with a session. */
  enter: (): void => {
    if (state === 'left') change('held');
  },
  /** Bound functions for `useSyncExternalStore`. */
  isLost: (): boolean => state === 'lost',
  timesRegained: (): number => regained,
  onChange: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
} as const;
