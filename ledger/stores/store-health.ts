export interface StoreHealth {
  /** A connection of the store, or a subscription, which is `lost` while it cannot read the log. */
  readonly part: 'writer' | 'reader' | 'listener' | 'subscription';
  readonly state: 'connected' | 'lost';
  readonly cause?: unknown;
}
