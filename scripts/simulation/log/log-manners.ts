/**
 * What a log does instead of appending at once. `append ambiguous`: it answers that the outcome is unknown, and has written nothing yet.
 * `append late`: after such an answer, it writes the events later. `append away`: it cannot be reached.
 */
export const LOG_VICES = ['append ambiguous', 'append late', 'append away'] as const;

export type LogVice = (typeof LOG_VICES)[number];

/** How the simulated log behaves. */
export interface LogManners {
  /** The share of appends that are answered `ambiguous`, in [0, 1]; half of those are written later. */
  readonly ambiguous: number;
  /** The share of appends that cannot reach the log, in [0, 1]; reads always can. */
  readonly away: number;
  /** The share of calls that cannot reach the database which the processes share besides the log, in [0, 1]. */
  readonly databaseAway: number;
  /** As in EventStoreDB: an id may be recorded in two streams, and positions have gaps. */
  readonly isSparse: boolean;
}

/** A log without vices: it carries out every call. */
export const KIND: LogManners = { ambiguous: 0, away: 0, databaseAway: 0, isSparse: true };
