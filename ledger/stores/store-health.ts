/** The connections of a store. */
export type StorePart = 'writer' | 'reader' | 'listener';

/** A subscription reports that it cannot read the log, but not that it can again. */
export type StoreHealth = (
  | { readonly part: StorePart; readonly state: 'connected' | 'lost' }
  | { readonly part: 'subscription'; readonly state: 'lost' }
) & { readonly cause?: unknown };
