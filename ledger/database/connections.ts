import type { Pool } from 'pg';

/**
 * Whether the database takes writes. A standby does not, nor does a database that was set to read-only, for example because its disk is
 * full.
 * @throws while the database is away
 */
export const isWritable = async (pool: Pool): Promise<boolean> => {
  const client = await pool.connect();
  let readOnly = true;
  try {
    const { rows } = await client.query<{ transaction_read_only: string }>(
      'SHOW transaction_read_only',
    );
    readOnly = rows[0]?.transaction_read_only !== 'off';
  } finally {
    // A read-only connection stays so after the database is writable again, so the next check opens a new one.
    client.release(readOnly);
  }
  return !readOnly;
};

/** The connections of this process to the database. */
export interface Connections {
  readonly busy: number;
  readonly idle: number;
  /** Callers that wait for a connection. */
  readonly waiting: number;
}

export const countConnections = ({ totalCount, idleCount, waitingCount }: Pool): Connections => ({
  busy: totalCount - idleCount,
  idle: idleCount,
  waiting: waitingCount,
});
