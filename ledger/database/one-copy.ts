import type { Pool } from 'pg';

/** Keeps connections on the same copy of the database as the log's writer, also after a failover. */
export interface OneCopy {
  /** Replaces connections that lead to another copy of the database. Call it before the pool opens connections. */
  readonly follow: (pool: Pool) => void;
}
