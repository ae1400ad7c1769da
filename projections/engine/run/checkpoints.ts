import pg from 'pg';
import type { ClientBase, Pool } from 'pg';
import type { Position } from '#/ledger/event-store.ts';
import type { Projection } from '#/projections/engine/define/define-projection.ts';
import { rowTypes } from '#/projections/engine/define/row-types.ts';
import { schemaOf, tableIn, viewOf } from '#/projections/engine/define/table-sql.ts';

type Queryable = Pick<ClientBase | Pool, 'query'>;

/**
 * `live` is what queries see and the runner keeps up; `degraded` the same, parked at an event it could not take in;
 * `rebuilding` and `ready` a new generation before the flip; `retired` the one before, kept for going back;
 * `returning` the same while it is brought to the live one's position.
 */
export type GenerationStatus =
  | 'live'
  | 'degraded'
  | 'rebuilding'
  | 'ready'
  | 'retired'
  | 'returning';

/** How far one generation of a projection has come. */
export interface Checkpoint {
  readonly name: string;
  readonly generation: number;
  readonly version: number;
  /** Of the last event that is in the rows; `''` before the first. */
  readonly position: Position | '';
  readonly status: GenerationStatus;
  /** Why it is degraded. */
  readonly error: string | null;
  readonly updatedAt: string;
}

const SCHEMA = `
CREATE SCHEMA IF NOT EXISTS projections;
CREATE SCHEMA IF NOT EXISTS read;
CREATE TABLE IF NOT EXISTS projections.checkpoint (
  name text COLLATE "C" NOT NULL,
  generation integer NOT NULL,
  version integer NOT NULL,
  position text COLLATE "C" NOT NULL,
  status text NOT NULL,
  error text,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (name, generation)
) WITH (fillfactor = 50);
CREATE UNIQUE INDEX IF NOT EXISTS checkpoint_live ON projections.checkpoint (name)
  WHERE status IN ('live', 'degraded');
`;

/**
 * Processes may start on an empty database at once: one creates, the others wait for it. Several statements in one query
 * are one transaction.
 */
export const createCheckpoints = async (on: Queryable): Promise<void> => {
  await on.query(
    `SELECT pg_advisory_xact_lock(hashtextextended('projections schema', 0)); ${SCHEMA}`,
  );
};

const COLUMNS = 'name, generation, version, position, status, error, updated_at AS "updatedAt"';

const read = async (
  on: Queryable,
  where: string,
  names: readonly string[],
): Promise<readonly Checkpoint[]> => {
  const { rows } = await on.query<Checkpoint>({
    text: `SELECT ${COLUMNS} FROM projections.checkpoint WHERE name = ANY($1) ${where}`,
    values: [names],
    types: rowTypes,
  });
  return rows;
};

/** All generations, for people to see. */
export const readCheckpoints = (on: Queryable, names: readonly string[]) =>
  read(on, 'ORDER BY name, generation', names);

/** The generation queries see, of each name that has one. */
export const readLive = (on: Queryable, names: readonly string[]) =>
  read(on, "AND status IN ('live', 'degraded') ORDER BY name", names);

/**
 * The same, held until the end of the transaction: no runner gets past its next commit, and one under way is waited for. Always in the order of names, so
 * that two who lock never wait for each other.
 */
export const lockLive = (client: Queryable, names: readonly string[]) =>
  read(client, "AND status IN ('live', 'degraded') ORDER BY name FOR UPDATE", names);

export const insertCheckpoint = async (
  on: Queryable,
  { name, generation, version, position, status }: Omit<Checkpoint, 'error' | 'updatedAt'>,
): Promise<void> => {
  await on.query(
    `INSERT INTO projections.checkpoint (name, generation, version, position, status)
      VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT (name, generation) DO UPDATE
        SET position = excluded.position, status = excluded.status, updated_at = now()`,
    [name, generation, version, position, status],
  );
};

/** Parks a generation. It stays what queries see, only older and older. */
export const markDegraded = async (
  on: Queryable,
  { name, generation }: Pick<Checkpoint, 'name' | 'generation'>,
  error: string,
): Promise<void> => {
  await on.query(
    `UPDATE projections.checkpoint SET status = 'degraded', error = $3, updated_at = now()
      WHERE name = $1 AND generation = $2 AND status IN ('live', 'degraded')`,
    [name, generation, error],
  );
};

/** Gives a parked generation another try. */
export const markLive = async (
  on: Queryable,
  { name, generation }: Pick<Checkpoint, 'name' | 'generation'>,
): Promise<void> => {
  await on.query(
    `UPDATE projections.checkpoint SET status = 'live', error = NULL, updated_at = now()
      WHERE name = $1 AND generation = $2 AND status = 'degraded'`,
    [name, generation],
  );
};

/** Removes a generation that queries do not see, with its rows. */
export const dropGeneration = async (
  on: Queryable,
  { name, generation }: Pick<Checkpoint, 'name' | 'generation'>,
): Promise<void> => {
  await on.query(`DROP SCHEMA IF EXISTS ${schemaOf(name, generation)} CASCADE`);
  await on.query(
    `DELETE FROM projections.checkpoint WHERE name = $1 AND generation = $2
      AND status NOT IN ('live', 'degraded')`,
    [name, generation],
  );
};

/**
 * The generation that was live before, newest first when an earlier one is still there: by when each was put aside, since
 * whoever went back has a live one with a lower number.
 */
export const retiredFirst = (rows: readonly Checkpoint[]): readonly Checkpoint[] =>
  rows
    .filter(({ status }) => status === 'retired' || status === 'returning')
    .toSorted((one, other) => (one.updatedAt > other.updatedAt ? -1 : 1));

/** Lets a generation that queries do not see be brought forward, or puts it aside again. */
export const markReturning = async (
  on: Queryable,
  { name, generation }: Pick<Checkpoint, 'name' | 'generation'>,
  status: 'returning' | 'retired',
): Promise<void> => {
  await on.query(
    `UPDATE projections.checkpoint SET status = $3, updated_at = now()
      WHERE name = $1 AND generation = $2 AND status IN ('retired', 'returning')`,
    [name, generation, status],
  );
};

/**
 * Leaves the latest retired generation for going back, and drops those before it. One that a query still reads stays until
 * the next time.
 */
export const dropOldGenerations = async (client: ClientBase, name: string): Promise<void> => {
  const rows = await readCheckpoints(client, [name]);
  await client.query("SET lock_timeout = '1s'");
  for (const row of retiredFirst(rows).slice(1)) {
    await dropGeneration(client, row).catch(() => undefined);
  }
};

/** Somebody held on to what was to be locked for longer than `lock_timeout`. */
export const isLockTimeout = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '55P03';

/** Makes a generation the one that queries see. Part of the caller's transaction. */
export const flip = async (
  client: ClientBase,
  { name, tables }: Projection,
  generation: number,
): Promise<void> => {
  for (const table of Object.values(tables)) {
    const view = viewOf(table);
    await client.query(`DROP VIEW IF EXISTS ${view}`);
    await client.query(
      `CREATE VIEW ${view} AS SELECT * FROM ${tableIn(schemaOf(name, generation), table)}`,
    );
  }
  await client.query(
    `UPDATE projections.checkpoint SET status = 'retired', updated_at = now()
      WHERE name = $1 AND status IN ('live', 'degraded')`,
    [name],
  );
  await client.query(
    `UPDATE projections.checkpoint SET status = 'live', error = NULL, updated_at = now()
      WHERE name = $1 AND generation = $2`,
    [name, generation],
  );
};
