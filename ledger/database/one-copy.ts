import type { Pool } from 'pg';

/** Keeps connections on the same copy of the database as the log's writer, also after a failover. */
export interface OneCopy {
  /** Must be called before the pool's first connection. Checks the pool's connections, and replaces those that lead to another copy. */
  readonly follow: (pool: Pool) => void;
}
