import type pg from 'pg';
import { trySessionLock } from '#/ledger/database/advisory-locks.ts';
import { BadEnvironment } from '#/scripts/launch/command.ts';
import { listTables } from './tables.ts';

/** `begun` = no table is loaded; `tables` = tables are loaded; `log` = the log is written and positions are translated. */
export type Stage = 'begun' | 'tables' | 'log';

/** The table exists while a restore is under way, and blocks other users of the log. */
const CREATE = `
  CREATE SCHEMA IF NOT EXISTS audit;
  CREATE TABLE audit.restore (
    one boolean PRIMARY KEY DEFAULT true CHECK (one), digest text NOT NULL, stage text NOT NULL);
`;

const requireEmpty = async (client: pg.Client): Promise<void> => {
  const [first, ...others] = await listTables(client);
  if (first === undefined) return;
  const otherTables = others.length === 0 ? '' : ` and ${others.length} more`;
  throw new BadEnvironment(
    `A backup is only restored into an empty database, and this one has ${first}${otherTables}.`,
  );
};

const findUnfinished = async (
  client: pg.Client,
): Promise<{ readonly digest: string; readonly stage: Stage } | undefined> => {
  const { rows: marks } = await client.query<{ there: boolean }>(
    `SELECT to_regclass('audit.restore') IS NOT NULL AS there`,
  );
  if (marks[0]?.there !== true) return undefined;
  const { rows } = await client.query<{ digest: string; stage: Stage }>(
    'SELECT digest, stage FROM audit.restore',
  );
  return rows[0];
};

/**
 * Locks the database for a restore while this connection lives.
 * @returns a function from a backup's digest to the stage of its interrupted restore; undefined = none was begun. The function throws
 * BadEnvironment when the restore of another backup was interrupted here
 * @throws BadEnvironment when another restore is running, or the database is not empty
 */
export const takeDatabase = async (
  client: pg.Client,
): Promise<(digest: string) => Stage | undefined> => {
  if (!(await trySessionLock(client, 'razao restore'))) {
    throw new BadEnvironment('A backup is being restored into this database already.');
  }
  const unfinished = await findUnfinished(client);
  if (unfinished === undefined) await requireEmpty(client);
  return (digest) => {
    if (unfinished === undefined || unfinished.digest === digest) return unfinished?.stage;
    throw new BadEnvironment(
      'Another backup was begun to be restored into this database: continue with that file, or give an empty database.',
    );
  };
};

export const beginRestore = async (client: pg.Client, digest: string): Promise<void> => {
  await client.query('BEGIN');
  await client.query(CREATE);
  const stage: Stage = 'begun';
  await client.query('INSERT INTO audit.restore (digest, stage) VALUES ($1, $2)', [digest, stage]);
  await client.query('COMMIT');
};

/** Call this in the transaction that completes the stage. */
export const reachStage = async (client: pg.Client, stage: Stage): Promise<void> => {
  await client.query('UPDATE audit.restore SET stage = $1', [stage]);
};

export const endRestore = async (client: pg.Client): Promise<void> => {
  await client.query('DROP TABLE audit.restore');
};
