import pg from 'pg';
import { actingReaders } from '#/ledger/checkpoints/checkpoints.ts';
import type { EventStore } from '#/ledger/event-store.ts';
import { createPostgresCheckpoints } from '#/ledger/checkpoints/postgres.ts';

/**
 * Moves the policies' checkpoints and parked events from the database into the store of the log. Earlier releases kept them beside
 * the read models, and a restore loads them there. If interrupted, the move continues at the next start; repeated, it changes nothing.
 */
export const moveCheckpoints = async (
  databaseUrl: string,
  { checkpoints }: Pick<EventStore, 'checkpoints'>,
): Promise<void> => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  pool.on('error', () => undefined);
  try {
    const former = await createPostgresCheckpoints(pool);
    for (const parked of await former.listParked()) {
      await checkpoints.park(parked);
      await former.unpark(parked);
    }
    for (const name of actingReaders) {
      const position = await former.load(name);
      if (position === undefined) continue;
      await checkpoints.save(name, position);
      await pool.query('DELETE FROM policies.checkpoint WHERE name = $1 AND position = $2', [
        name,
        position,
      ]);
    }
  } finally {
    await pool.end();
  }
};
