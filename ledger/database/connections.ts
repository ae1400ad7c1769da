import type { Pool } from 'pg';

/** Returns false for a standby or another read-only database. @throws while the database is away */
export const isWritable = async (pool: Pool): Promise<boolean> => {
  const client = await pool.connect();
  let readOnly = true;
  try {
    const { rows } = await client.query<{ transaction_read_only: string }>(
      'SHOW transaction_read_only',
    );
    readOnly = rows[0]?.transaction_read_only !== 'off';
  } finally {
    // A connection may stay read-only when the database is writable again, so the next check opens a new one.
    client.release(readOnly);
  }
  return !readOnly;
};

export interface Connections {
  readonly busy: number;
  readonly idle: number;
  readonly waiting: number;
}

export const countConnections = ({ totalCount, idleCount, waitingCount }: Pool): Connections => ({
  busy: totalCount - idleCount,
  idle: idleCount,
  waiting: waitingCount,
});
