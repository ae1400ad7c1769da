import type { Pool } from 'pg';

/** Keeps connections on the same copy of the database as the log's writer. */
export interface OneCopy {
  /** Replaces connections to another copy. Call it before the pool opens connections. */
  readonly follow: (pool: Pool) => void;
}
