import type { Pool, PoolClient } from 'pg';
import type { Position } from '#/ledger/event-store.ts';
import type { SearchEntry, Token } from '#/ledger/vault/search-entries.ts';
import type { SubjectKey } from '#/ledger/vault/subject-keys.ts';

/** These tables are in the vault's database, so that an erasure removes search tokens in the transaction that destroys the keys. */
export const SEARCH_SCHEMA = `
  CREATE SCHEMA IF NOT EXISTS search;
  CREATE TABLE IF NOT EXISTS search.entry (
    record text COLLATE "C" PRIMARY KEY, subject uuid NOT NULL,
    open bigint[] NOT NULL, fiscal bigint[] NOT NULL, contact bigint[] NOT NULL);
  CREATE INDEX IF NOT EXISTS entry_tokens ON search.entry
    USING gin ((open || fiscal || contact)) WITH (gin_pending_list_limit = 256);
  CREATE INDEX IF NOT EXISTS entry_subject ON search.entry (subject);
  CREATE TABLE IF NOT EXISTS search.progress (
    only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
    version integer NOT NULL, position text COLLATE "C" NOT NULL, is_complete boolean NOT NULL);
`;

/** Must equal the expression of the index. */
export const entryTokens = (alias: string): string =>
  `(${alias}.open || ${alias}.fiscal || ${alias}.contact)`;

/** Returns the log position up to which entries were made. Entries of another version are deleted first. */
export const beginEntries = async (pool: Pool, version: number): Promise<Position | ''> => {
  await pool.query(
    `INSERT INTO search.progress (version, position, is_complete) VALUES ($1, '', false)
     ON CONFLICT DO NOTHING`,
    [version],
  );
  const { rows } = await pool.query<{ version: number; position: Position | '' }>(
    'SELECT version, position FROM search.progress',
  );
  const [progress] = rows;
  if (progress?.version === version) return progress.position;
  await pool.query('TRUNCATE search.entry');
  await pool.query("UPDATE search.progress SET version = $1, position = '', is_complete = false", [
    version,
  ]);
  return '';
};

/** SQL that writes entries, without the tokens whose key was destroyed. The keys are locked meanwhile, so that no destruction is missed. */
const WRITE = `WITH fence AS (
    UPDATE search.progress SET position = $3, is_complete = is_complete OR $4
    WHERE version = $1 AND position = $2 RETURNING 1),
  given AS (
    SELECT record, subject, open::bigint[], fiscal::bigint[], contact::bigint[]
    FROM unnest($5::text[], $6::uuid[], $7::text[], $8::text[], $9::text[])
      AS given(record, subject, open, fiscal, contact)),
  alive AS (
    SELECT subject, class FROM vault.subject_key
    WHERE subject = ANY ($6::uuid[]) AND wrapped IS NOT NULL FOR SHARE),
  written AS (
    INSERT INTO search.entry (record, subject, open, fiscal, contact)
    SELECT record, subject, open,
      CASE WHEN (subject, 'fiscal') IN (SELECT subject, class FROM alive) THEN fiscal ELSE '{}' END,
      CASE WHEN (subject, 'contact') IN (SELECT subject, class FROM alive) THEN contact ELSE '{}' END
    FROM fence, given
    ON CONFLICT (record) DO UPDATE SET subject = excluded.subject, open = excluded.open,
      fiscal = excluded.fiscal, contact = excluded.contact)
  SELECT set_config('synchronous_commit', 'off', true) FROM fence`;

const arrayLiteralOf = (tokens: readonly Token[]): string => `{${tokens.join()}}`;

export interface EntryProgress {
  readonly version: number;
  readonly from: Position | '';
  readonly upTo: Position | '';
  /** The end of the log was reached. */
  readonly isComplete: boolean;
}

/** @returns false when another process has continued from `from`, or has begun again */
export const writeEntries = async (
  pool: Pool,
  { version, from, upTo, isComplete }: EntryProgress,
  entries: readonly SearchEntry[],
): Promise<boolean> => {
  const { rowCount } = await pool.query(WRITE, [
    version,
    from,
    upTo,
    isComplete,
    entries.map(({ record }) => record),
    entries.map(({ subject }) => subject),
    entries.map(({ open }) => arrayLiteralOf(open)),
    entries.map(({ fiscal }) => arrayLiteralOf(fiscal)),
    entries.map(({ contact }) => arrayLiteralOf(contact)),
  ]);
  return rowCount === 1;
};

const CLEAR = `WITH gone AS (SELECT * FROM unnest($1::uuid[], $2::text[]) AS gone(subject, class))
  UPDATE search.entry AS entry SET
    fiscal = CASE WHEN (subject, 'fiscal') IN (SELECT subject, class FROM gone) THEN '{}' ELSE fiscal END,
    contact = CASE WHEN (subject, 'contact') IN (SELECT subject, class FROM gone) THEN '{}' ELSE contact END
  WHERE subject IN (SELECT subject FROM gone)`;

/** Must run in the transaction that destroys the keys, as a later statement. */
export const clearEntries = async (
  client: PoolClient,
  gone: readonly SubjectKey[],
): Promise<void> => {
  await client.query(CLEAR, [gone.map(({ subject }) => subject), gone.map((each) => each.class)]);
};
