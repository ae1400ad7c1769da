/** The connections of a store. */
export type StorePart = 'writer' | 'reader' | 'listener';

/** A subscription reports each time that it cannot read the log; that it can again is not reported. */
export type StoreHealth = (
  | { readonly part: StorePart; readonly state: 'connected' | 'lost' }
  | { readonly part: 'subscription'; readonly state: 'lost' }
) & { readonly cause?: unknown };
