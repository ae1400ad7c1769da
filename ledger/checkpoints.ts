import type { Pool } from 'pg';
import { applySchema } from './apply-schema.ts';
import type { Position, Revision } from './event-store.ts';

/** An event that a policy failed to process; stored for people to look at, and retried every minute. */
export interface Parked {
  readonly policy: string;
  readonly position: Position;
  readonly stream: string;
  readonly revision: Revision;
  readonly failure: string;
}

/** The positions that readers of the log have reached, and their parked events; stored outside the log. */
export interface Checkpoints {
  load(name: string): Promise<Position | undefined>;
  /** Never moves a position back: a process that was frozen may save late a position that others have long passed. */
  save(name: string, position: Position): Promise<void>;
  park(parked: Parked): Promise<void>;
  unpark(parked: Pick<Parked, 'policy' | 'position'>): Promise<void>;
  parked(): Promise<readonly Parked[]>;
}

const SCHEMA = `
  CREATE SCHEMA IF NOT EXISTS policies;
  CREATE TABLE IF NOT EXISTS policies.checkpoint (
    name text PRIMARY KEY, position text COLLATE "C" NOT NULL, updated_at timestamptz NOT NULL DEFAULT now());
  CREATE TABLE IF NOT EXISTS policies.parked (
    policy text, position text COLLATE "C", stream text NOT NULL, revision int NOT NULL,
    failure text NOT NULL, parked_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (policy, position));
`;

/** Checkpoints in Postgres, beside the read models. If a crash loses a position, some events are only processed twice. */
export const createPostgresCheckpoints = async (pool: Pool): Promise<Checkpoints> => {
  await applySchema(pool, SCHEMA);
  return {
    load: async (name) => {
      const { rows } = await pool.query<{ position: Position }>(
        'SELECT position FROM policies.checkpoint WHERE name = $1',
        [name],
      );
      return rows[0]?.position;
    },
    save: async (name, position) => {
      await pool.query(
        `INSERT INTO policies.checkpoint (name, position) VALUES ($1, $2)
         ON CONFLICT (name) DO UPDATE SET position = excluded.position, updated_at = now()
           WHERE checkpoint.position < excluded.position`,
        [name, position],
      );
    },
    park: async ({ policy, position, stream, revision, failure }) => {
      await pool.query(
        `INSERT INTO policies.parked (policy, position, stream, revision, failure)
         VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (policy, position) DO UPDATE SET failure = excluded.failure`,
        [policy, position, stream, revision, failure],
      );
    },
    unpark: async ({ policy, position }) => {
      await pool.query('DELETE FROM policies.parked WHERE policy = $1 AND position = $2', [
        policy,
        position,
      ]);
    },
    parked: async () => {
      const { rows } = await pool.query<Parked>(
        `SELECT policy, position, stream, revision, failure
           FROM policies.parked ORDER BY position, policy`,
      );
      return rows;
    },
  };
};

/** Checkpoints in memory, for tests. */
export const createMemoryCheckpoints = (): Checkpoints => {
  const positions = new Map<string, Position>();
  const parked = new Map<string, Parked>();
  const keyOf = (it: Pick<Parked, 'policy' | 'position'>) => `${it.position} ${it.policy}`;
  return {
    load: async (name) => positions.get(name),
    save: async (name, position) => {
      const last = positions.get(name);
      if (last === undefined || last < position) positions.set(name, position);
    },
    park: async (it) => void parked.set(keyOf(it), it),
    unpark: async (it) => void parked.delete(keyOf(it)),
    parked: async () => [...parked.values()],
  };
};
