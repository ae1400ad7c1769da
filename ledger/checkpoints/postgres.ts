import type { Pool } from 'pg';
import { applySchema } from '#/ledger/database/apply-schema.ts';
import type { Checkpoints, Parked, Reached } from './checkpoints.ts';

const SCHEMA = `
  CREATE SCHEMA IF NOT EXISTS policies;
  CREATE TABLE IF NOT EXISTS policies.checkpoint (
    name text PRIMARY KEY, position text COLLATE "C" NOT NULL, updated_at timestamptz NOT NULL DEFAULT now());
  CREATE TABLE IF NOT EXISTS policies.parked (
    policy text, position text COLLATE "C", stream text NOT NULL, revision int NOT NULL,
    failure text NOT NULL, parked_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (policy, position));
`;

/** The log's session reads every value as text. */
type ParkedRow = Omit<Parked, 'revision'> & { readonly revision: string | number };

/** Checkpoints in tables beside the log. If a crash loses a position, some events are only processed twice. */
export const createPostgresCheckpoints = async (pool: Pool): Promise<Checkpoints> => {
  await applySchema(pool, SCHEMA);
  return {
    load: async (name) => {
      const { rows } = await pool.query<{ position: Reached }>(
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
      const { rows } = await pool.query<ParkedRow>(
        `SELECT policy, position, stream, revision, failure
           FROM policies.parked ORDER BY position, policy`,
      );
      return rows.map((row) => ({ ...row, revision: Number(row.revision) }));
    },
  };
};
