import type { Pool } from 'pg';

/** Keeps connections on the same copy of the database as the log's writer, also after a failover. */
export interface OneCopy {
  /**
   * Must be called before the pool's first connection. From then on, a connection that leads to another copy of the database is replaced.
   */
  readonly follow: (pool: Pool) => void;
}
