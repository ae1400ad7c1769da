import type { Pool, PoolClient } from 'pg';
import type { Queryable } from '#/projections/engine/define/query.ts';
import { readLive } from '#/projections/engine/tables/checkpoint-table.ts';
import type { Checkpoint } from '#/projections/engine/tables/tables.ts';

/** A database snapshot, on a connection of its own until it is closed. */
export interface Snapshot {
  readonly live: readonly Checkpoint[];
  readonly client: PoolClient;
}

/** Takes two round trips; the second one fixes the moment. */
export const openSnapshot = async (pool: Pool, names: readonly string[]): Promise<Snapshot> => {
  const client = await pool.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    return { client, live: await readLive(client, names) };
  } catch (error) {
    client.release(true);
    throw error;
  }
};

export const closeSnapshot = ({ client }: Snapshot): void => {
  client.query('COMMIT').then(
    () => client.release(),
    () => client.release(true),
  );
};

/** Runs concurrent queries one after another, since a connection takes one at a time. */
export const inSeries = (client: PoolClient): Queryable => {
  let last: Promise<unknown> = Promise.resolve();
  return {
    query: (config) => {
      const answer = last.then(() => client.query(config));
      last = answer.catch(() => undefined);
      return answer;
    },
  };
};
