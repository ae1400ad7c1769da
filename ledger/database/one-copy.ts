import type { Pool } from 'pg';

/** Has connections lead to the same copy of the database as the log's writer, also after a failover. */
export interface OneCopy {
  /** Called before the pool's first connection, which it may check and replace. */
  readonly follow: (pool: Pool) => void;
}
