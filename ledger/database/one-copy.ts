import type { Pool } from 'pg';

/** Keeps connections on the same copy of the database as the log's writer, also after a failover. */
export interface OneCopy {
  /**
   * Replaces connections of the pool that lead to another copy of the database. Call it before the pool opens connections: a connection
   * that was opened earlier is included only once it is used.
   */
  readonly follow: (pool: Pool) => void;
}
