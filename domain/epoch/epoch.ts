import type { Timestamp } from '#/domain/time.ts';

/** The epoch that the log is in. */
export interface Epoch {
  readonly number: number;
  readonly since: Timestamp;
  /** The position at which it began: an aggregate whose first event is behind it has lost no record of a call. */
  readonly began: string;
}
