/**
 * `held`: the user is signed in, or no page has a session yet; `lost`: the server ended the session while a page was open; `other`: another
 * tab chose another membership, or another person signed in there; `left`: the user leaves, and late reports do not matter.
 */
let state: 'held' | 'lost' | 'other' | 'left' = 'held';
/** How often a session was regained; each time, connections of the earlier session must reconnect. */
let regainCount = 0;
const listeners = new Set<() => void>();

const change = (next: typeof state): void => {
  state = next;
  for (const listener of listeners) listener();
};

export const sessionLost = {
  note: (): void => {
    if (state === 'held') change('lost');
  },
  /** Nothing regains the page's session but a reload. */
  noteOther: (): void => {
    if (state !== 'left') change('other');
  },
  /** Makes connections reconnect even if no loss was noted: else one might report the end of its old session later. */
  regain: (): void => {
    if (state === 'left' || state === 'other') return;
    regainCount += 1;
    change('held');
  },
  leave: (): void => change('left'),
  /** Call this when an area opens with a session. */
  enter: (): void => {
    if (state === 'left') change('held');
  },
  isLost: (): boolean => state === 'lost',
  /** Bound functions for `useSyncExternalStore`. */
  state: (): typeof state => state,
  regainCount: (): number => regainCount,
  onChange: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
} as const;
