import pg from 'pg';
import { actingReaders, type Checkpoints } from '#/ledger/checkpoints/checkpoints.ts';
import type { EventStore } from '#/ledger/event-store.ts';
import { createPostgresCheckpoints } from '#/ledger/checkpoints/postgres.ts';

const PAGE = 500;

const moveQueue = async (queue: string, from: Checkpoints, to: Checkpoints): Promise<void> => {
  for (;;) {
    const works = await from.listQueued(queue, PAGE);
    if (works.length === 0) return;
    await to.enqueue(queue, works);
    await from.dequeue(queue, works);
  }
};

/**
 * Moves the policies' checkpoints from Postgres, where an earlier release stored them, to the store of the log. May be repeated after a
 * crash.
 */
export const moveCheckpoints = async (
  databaseUrl: string,
  { checkpoints }: Pick<EventStore, 'checkpoints'>,
): Promise<void> => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  pool.on('error', () => undefined);
  try {
    const former = await createPostgresCheckpoints(pool);
    const parked = await former.listParked();
    // A parked event stops its queue, so it is moved before its queue, and deleted from Postgres after the queue was moved.
    for (const each of parked) await checkpoints.park(each);
    for (const queue of await former.listQueues()) await moveQueue(queue, former, checkpoints);
    for (const each of parked) await former.unpark(each);
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
