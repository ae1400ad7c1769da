import type { Pool } from 'pg';
import { applySchema } from '#/ledger/database/apply-schema.ts';
import { LogRewound } from '#/ledger/event-store.ts';
import type { Checkpoints, EventRead, Parked, Reached } from './checkpoints.ts';

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

/** The four values of an event for the condition `isInLog`. */
const valuesOf = ({ position, stream, revision, id }: EventRead) => [
  position,
  stream,
  revision,
  id,
];

/** A condition on the four values of an event, from `$n` on. */
const isInLog = (n: number): string =>
  `EXISTS (SELECT FROM ledger.event WHERE position = $${n}::bigint AND stream = $${n + 1}
     AND revision = $${n + 2} AND id = $${n + 3}::uuid)`;

/** Checkpoints in tables outside the log. If a crash loses a position, the only effect is that some events are processed twice. */
export const createPostgresCheckpoints = async (pool: Pool): Promise<Checkpoints> => {
  await applySchema(pool, SCHEMA);

  /** Writes only if the log has the event; one statement does both, so no failover can come between. @throws LogRewound */
  const insert = async (
    what: string,
    onConflict: string,
    values: readonly (string | number)[],
    event: EventRead | undefined,
  ): Promise<void> => {
    const condition = event ? ` WHERE ${isInLog(values.length + 1)}` : '';
    const { rowCount } = await pool.query(
      `INSERT INTO ${what}${condition} ON CONFLICT ${onConflict}`,
      event ? [...values, ...valuesOf(event)] : [...values],
    );
    if (rowCount === 0) throw new LogRewound();
  };

  return {
    load: async (name) => {
      const { rows } = await pool.query<{ position: Reached }>(
        'SELECT position FROM policies.checkpoint WHERE name = $1',
        [name],
      );
      return rows[0]?.position;
    },
    save: (name, position, last) =>
      insert(
        'policies.checkpoint (name, position) SELECT $1, $2',
        `(name) DO UPDATE SET position = greatest(checkpoint.position, excluded.position),
           updated_at = now()`,
        [name, position],
        last,
      ),
    park: ({ policy, position, stream, revision, failure }, event) =>
      insert(
        'policies.parked (policy, position, stream, revision, failure) SELECT $1, $2, $3, $4::int, $5',
        '(policy, position) DO UPDATE SET failure = excluded.failure',
        [policy, position, stream, revision, failure],
        event,
      ),
    unpark: async ({ policy, position }) => {
      await pool.query('DELETE FROM policies.parked WHERE policy = $1 AND position = $2', [
        policy,
        position,
      ]);
    },
    listParked: async () => {
      const { rows } = await pool.query<ParkedRow>(
        `SELECT policy, position, stream, revision, failure
           FROM policies.parked ORDER BY position, policy`,
      );
      return rows.map((row) => ({ ...row, revision: Number(row.revision) }));
    },
  };
};
