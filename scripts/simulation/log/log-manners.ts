/** How the simulated log behaves. */
export interface LogManners {
  /** How often an append is answered `ambiguous`, in [0, 1]; half of those are written later. */
  readonly ambiguous: number;
  /** How often the log cannot be reached. */
  readonly away: number;
  /** The same of what the processes share apart from the log. */
  readonly databaseAway: number;
  /** As in EventStoreDB: an id may be recorded in two streams, and positions have gaps. */
  readonly isSparse: boolean;
}

/** Every append is answered. */
export const KIND: LogManners = { ambiguous: 0, away: 0, databaseAway: 0, isSparse: true };
