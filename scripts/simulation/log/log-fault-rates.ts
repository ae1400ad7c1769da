/** `ambiguous` = the caller does not learn the outcome; `late` = an ambiguous append is written later; `away` = the log is out of reach. */
export const LOG_VICES = ['append ambiguous', 'append late', 'append away'] as const;

export type LogVice = (typeof LOG_VICES)[number];

export interface LogFaultRates {
  /** In [0, 1]: the share of appends that fail as `ambiguous`. Half of them are written later. */
  readonly ambiguous: number;
  /** In [0, 1]: the share of appends that cannot reach the log. */
  readonly away: number;
  /** In [0, 1]: the share of calls that cannot reach the shared database. */
  readonly databaseAway: number;
  /** As in EventStoreDB: positions have gaps, and two streams may record one id. */
  readonly isSparse: boolean;
}

/** With these rates the log carries out every call. */
export const KIND: LogFaultRates = { ambiguous: 0, away: 0, databaseAway: 0, isSparse: true };
