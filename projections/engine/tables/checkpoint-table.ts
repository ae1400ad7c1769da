import pg from 'pg';
import type { ClientBase, Pool } from 'pg';
import { applySchema } from '#/ledger/database/apply-schema.ts';
import type { Projection } from '#/projections/engine/define/define-projection.ts';
import { rowTypes } from '#/projections/engine/define/row-types.ts';
import { schemaOf, tableIn, viewOf } from '#/projections/engine/define/table-sql.ts';
import type { Checkpoint, GenerationName } from './tables.ts';

type Queryable = Pick<ClientBase | Pool, 'query'>;

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
ALTER TABLE projections.checkpoint ADD COLUMN IF NOT EXISTS last_event json;
CREATE UNIQUE INDEX IF NOT EXISTS checkpoint_live ON projections.checkpoint (name)
  WHERE status IN ('live', 'degraded');
`;

export const createCheckpoints = (on: Queryable): Promise<void> => applySchema(on, SCHEMA);

const COLUMNS =
  'name, generation, version, position, last_event AS last, status, error, updated_at AS "updatedAt"';

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

export const readCheckpoints = (on: Queryable, names: readonly string[]) =>
  read(on, 'ORDER BY name, generation', names);

/** Returns the generation that queries read, for each name that has one. */
export const readLive = (on: Queryable, names: readonly string[]) =>
  read(on, "AND status IN ('live', 'degraded') ORDER BY name", names);

/** Blocks runners until the end of the transaction. Locks in the order of names, to avoid deadlocks. */
export const lockLive = (client: Queryable, names: readonly string[]) =>
  read(client, "AND status IN ('live', 'degraded') ORDER BY name FOR UPDATE", names);

export const insertCheckpoint = async (
  on: Queryable,
  { name, generation, version, position, last, status }: Omit<Checkpoint, 'error' | 'updatedAt'>,
): Promise<void> => {
  await on.query(
    `INSERT INTO projections.checkpoint (name, generation, version, position, status, last_event)
      VALUES ($1, $2, $3, $4, $5, $6)
      ON CONFLICT (name, generation) DO UPDATE
        SET position = excluded.position, status = excluded.status, last_event = excluded.last_event,
          updated_at = now()`,
    [name, generation, version, position, status, last && JSON.stringify(last)],
  );
};

/** Queries still read the generation, but it no longer advances. */
export const markDegraded = async (
  on: Queryable,
  { name, generation }: GenerationName,
  error: string,
): Promise<void> => {
  await on.query(
    `UPDATE projections.checkpoint SET status = 'degraded', error = $3, updated_at = now()
      WHERE name = $1 AND generation = $2 AND status IN ('live', 'degraded')`,
    [name, generation, error],
  );
};

/** The generation retries the event at which it stopped. */
export const markLive = async (
  on: Queryable,
  { name, generation }: GenerationName,
): Promise<void> => {
  await on.query(
    `UPDATE projections.checkpoint SET status = 'live', error = NULL, updated_at = now()
      WHERE name = $1 AND generation = $2 AND status = 'degraded'`,
    [name, generation],
  );
};

/** Removes a generation that queries do not read, with its rows. */
export const dropGeneration = async (
  on: Queryable,
  { name, generation }: GenerationName,
): Promise<void> => {
  await on.query(`DROP SCHEMA IF EXISTS ${schemaOf(name, generation)} CASCADE`);
  await on.query(
    `DELETE FROM projections.checkpoint WHERE name = $1 AND generation = $2
      AND status NOT IN ('live', 'degraded')`,
    [name, generation],
  );
};

/** The last retired first. Not by number: after a rollback the live one has a lower number. */
export const sortByRetirement = (rows: readonly Checkpoint[]): readonly Checkpoint[] =>
  rows
    .filter(({ status }) => status === 'retired' || status === 'returning')
    .toSorted((one, other) => (one.updatedAt > other.updatedAt ? -1 : 1));

/** `returning` = catches up for a rollback. */
export const markReturning = async (
  on: Queryable,
  { name, generation }: GenerationName,
  status: 'returning' | 'retired',
): Promise<void> => {
  await on.query(
    `UPDATE projections.checkpoint SET status = $3, updated_at = now()
      WHERE name = $1 AND generation = $2 AND status IN ('retired', 'returning')`,
    [name, generation, status],
  );
};

/** Keeps the latest retired generation. One that a query still reads is dropped the next time. */
export const dropOldGenerations = async (client: ClientBase, name: string): Promise<void> => {
  const rows = await readCheckpoints(client, [name]);
  await client.query("SET lock_timeout = '1s'");
  for (const row of sortByRetirement(rows).slice(1)) {
    await dropGeneration(client, row).catch(() => undefined);
  }
};

/** Another session held the lock for longer than `lock_timeout`. */
export const isLockTimeout = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '55P03';

/** Runs in the caller's transaction. */
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
