import type { Pool } from 'pg';
import { applySchema } from '#/ledger/database/apply-schema.ts';
import { LogRewound } from '#/ledger/event-store.ts';
import type { Checkpoints, EventRead, Parked, Reached, Work } from './checkpoints.ts';

const SCHEMA = `
  CREATE SCHEMA IF NOT EXISTS policies;
  CREATE TABLE IF NOT EXISTS policies.checkpoint (
    name text PRIMARY KEY, position text COLLATE "C" NOT NULL, updated_at timestamptz NOT NULL DEFAULT now());
  CREATE TABLE IF NOT EXISTS policies.parked (
    policy text, position text COLLATE "C", stream text NOT NULL, revision int NOT NULL,
    failure text NOT NULL, parked_at timestamptz NOT NULL DEFAULT now());
  ALTER TABLE policies.parked ADD COLUMN IF NOT EXISTS holds text COLLATE "C" NOT NULL DEFAULT '';
  CREATE UNIQUE INDEX IF NOT EXISTS parked_work ON policies.parked (policy, position, holds);
  ALTER TABLE policies.parked DROP CONSTRAINT IF EXISTS parked_pkey;
  CREATE TABLE IF NOT EXISTS policies.queue (
    name text COLLATE "C", position text COLLATE "C", policy text COLLATE "C", stream text NOT NULL,
    revision int NOT NULL, PRIMARY KEY (name, position, policy));
`;

/** Sessions of the log's store return numbers as text. */
type WorkRow = Omit<Work, 'revision'> & { readonly revision: string | number };

type ParkedRow = WorkRow & Pick<Parked, 'failure' | 'since'> & { readonly holds: string };

/** An ISO 8601 timestamp in UTC. */
const SINCE = `to_char(parked_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const valuesOf = ({ position, stream, revision, id }: EventRead) => [
  position,
  stream,
  revision,
  id,
];

/** Parameters from `$n` on are the four values of an event. */
const isInLog = (n: number): string =>
  `EXISTS (SELECT FROM ledger.event WHERE position = $${n}::bigint AND stream = $${n + 1}
     AND revision = $${n + 2} AND id = $${n + 3}::uuid)`;

const workOf = <Row extends WorkRow>(row: Row) => ({ ...row, revision: Number(row.revision) });

type Queries = Pick<Pool, 'query'>;

interface Writes {
  readonly query: (
    text: string,
    values: unknown[],
  ) => Promise<{ readonly rowCount: number | null }>;
}

/** Writes for a caller who needs that the log has lost no events since it had this number of `rewinds`. */
export type WritesAsOf = (rewinds: number | undefined) => Writes;

type Queues = Pick<
  Checkpoints,
  'enqueue' | 'listQueues' | 'listQueued' | 'dequeue' | 'countQueued'
>;

const queuesOn = (pool: Queries, asOf: WritesAsOf): Queues => ({
  enqueue: async (queue, works, last) => {
    const where = last ? `WHERE ${isInLog(6)}` : '';
    const check = await pool.query(
      `WITH added AS (
         INSERT INTO policies.queue (name, position, policy, stream, revision)
         SELECT $1, * FROM unnest($2::text[], $3::text[], $4::text[], $5::int[]) ${where}
         ON CONFLICT DO NOTHING)
       SELECT ${where}`,
      [
        queue,
        works.map(({ position }) => position),
        works.map(({ policy }) => policy),
        works.map(({ stream }) => stream),
        works.map(({ revision }) => revision),
        ...(last ? valuesOf(last) : []),
      ],
    );
    if (check.rowCount === 0) throw new LogRewound();
    // A query of its own after the insert, so that it sees whether the hold has ended meanwhile.
    const { rowCount } = await pool.query('SELECT FROM policies.parked WHERE holds = $1 LIMIT 1', [
      queue,
    ]);
    return rowCount !== 0;
  },
  listQueues: async () => {
    const { rows } = await pool.query<{ name: string }>('SELECT DISTINCT name FROM policies.queue');
    return rows.map(({ name }) => name);
  },
  listQueued: async (queue, limit) => {
    const { rows } = await pool.query<WorkRow>(
      `SELECT policy, position, stream, revision FROM policies.queue
         WHERE name = $1 ORDER BY position, policy LIMIT $2`,
      [queue, Number.isFinite(limit) ? limit : null],
    );
    return rows.map(workOf);
  },
  dequeue: async (queue, works, rewinds) => {
    await asOf(rewinds).query(
      `DELETE FROM policies.queue WHERE name = $1
         AND (position, policy) IN (SELECT * FROM unnest($2::text[], $3::text[]))`,
      [queue, works.map(({ position }) => position), works.map(({ policy }) => policy)],
    );
  },
  countQueued: async (queue) => {
    const { rows } = await pool.query<{ count: string | number }>(
      'SELECT count(*) FROM policies.queue WHERE name = $1',
      [queue],
    );
    return Number(rows[0]?.count);
  },
});

/**
 * Checkpoints in tables. Events since the last saved position run again after a crash.
 * @param asOf its writes throw LogRewound when the log has lost events since
 */
export const checkpointsOn = (pool: Queries, asOf: WritesAsOf = () => pool): Checkpoints => {
  /**
   * One statement checks and writes, so that no failover can come between.
   * @param rows SQL after `INSERT INTO`, which ends in a condition
   * @throws LogRewound
   */
  const insert = async (
    rows: string,
    onConflict: string,
    values: readonly (string | number)[],
    event: EventRead | undefined,
    writes: Writes = pool,
  ): Promise<void> => {
    const condition = event ? ` AND ${isInLog(values.length + 1)}` : '';
    const { rowCount } = await writes.query(
      `INSERT INTO ${rows}${condition} ON CONFLICT ${onConflict}`,
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
    save: (name, position, { last, since = '', rewinds } = {}) =>
      insert(
        `policies.checkpoint (name, position) SELECT $1, $2
           WHERE coalesce((SELECT position FROM policies.checkpoint WHERE name = $1), '') >= $3`,
        `(name) DO UPDATE SET position = greatest(checkpoint.position, excluded.position),
           updated_at = now() WHERE checkpoint.position >= $3`,
        [name, position, since],
        last,
        asOf(rewinds),
      ),
    park: ({ policy, position, stream, revision, failure, since, holds = '' }, event) =>
      insert(
        `policies.parked (policy, position, stream, revision, failure, parked_at, holds)
           SELECT $1, $2, $3, $4::int, $5, $6::timestamptz, $7 WHERE true`,
        `(policy, position, holds) DO UPDATE SET failure = excluded.failure,
           parked_at = least(parked.parked_at, excluded.parked_at)`,
        [policy, position, stream, revision, failure, since, holds],
        event,
      ),
    unpark: async ({ policy, position, holds = '' }, rewinds) => {
      await asOf(rewinds).query(
        'DELETE FROM policies.parked WHERE policy = $1 AND position = $2 AND holds = $3',
        [policy, position, holds],
      );
    },
    listParked: async () => {
      const { rows } = await pool.query<ParkedRow>(
        `SELECT policy, position, stream, revision, failure, ${SINCE} AS since, holds
           FROM policies.parked ORDER BY position, policy`,
      );
      return rows.map(({ holds, ...row }) => ({ ...workOf(row), ...(holds !== '' && { holds }) }));
    },
    ...queuesOn(pool, asOf),
  };
};

export const createPostgresCheckpoints = async (
  pool: Queries,
  asOf?: WritesAsOf,
): Promise<Checkpoints> => {
  await applySchema(pool, SCHEMA);
  return checkpointsOn(pool, asOf);
};
