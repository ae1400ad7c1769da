import { DatabaseError, type ClientBase } from 'pg';
import { transactionLock } from '#/ledger/database/advisory-locks.ts';
import { OperatorError } from '#/ledger/operator-error.ts';

/** The unique key that keeps two writers from taking the same position. */
export const FENCE = 'event_position';

/** Counted up when a release cannot work with the tables of an earlier one. */
const LAYOUT = 2;

/** The columns of `ledger.event` in layout 1, in order: the first logs do not record their layout. */
const FIRST_COLUMNS = 'position revision recorded_at id stream type data meta hash';

/** This release must not write to the database. */
export class WrongDatabase extends OperatorError {}

/** Returns undefined if the database has no log. @throws WrongDatabase for a schema `ledger` of another program */
const layoutOf = async (client: Pick<ClientBase, 'query'>): Promise<number | undefined> => {
  const { rows } = await client.query<{
    existing: string | null;
    comment: string | null;
    columns: string | null;
  }>(
    `SELECT to_regnamespace('ledger')::text AS existing,
       obj_description(to_regnamespace('ledger'), 'pg_namespace') AS comment,
       (SELECT string_agg(attname, ' ' ORDER BY attnum) FROM pg_attribute
         WHERE attrelid = to_regclass('ledger.event') AND attnum > 0 AND NOT attisdropped) AS columns`,
  );
  const { existing, comment, columns } = rows[0] ?? {};
  if (existing == null) return undefined;
  const layout = Number(
    /layout (\d+)$/.exec(comment ?? '')?.[1] ?? (columns === FIRST_COLUMNS ? 1 : NaN),
  );
  if (!Number.isNaN(layout)) return layout;
  throw new WrongDatabase('This database has a schema "ledger" that is not of Razão.');
};

/**
 * Whether the database has a log that this release can work with; false = it has no log yet.
 * @throws WrongDatabase for the log of a newer release, and for a schema `ledger` of another program
 */
export const requireOwnLog = async (client: Pick<ClientBase, 'query'>): Promise<boolean> => {
  const layout = await layoutOf(client);
  if (layout === undefined) return false;
  if (layout <= LAYOUT) return true;
  throw new WrongDatabase(
    `This database was written by a newer release of Razão (layout ${layout}, this one has ${LAYOUT}).`,
  );
};

/**
 * `data` and `meta` are json, because jsonb would reorder keys and rewrite numbers.
 *
 * A writer that does not know the newest events would write at a position that is taken: the primary key refuses that.
 */
const TABLES = `
CREATE SCHEMA ledger;

CREATE TABLE ledger.event (
  position bigint CONSTRAINT ${FENCE} PRIMARY KEY,
  revision bigint NOT NULL,
  recorded_at timestamptz(3) NOT NULL,
  id uuid NOT NULL CONSTRAINT event_id UNIQUE,
  stream text COLLATE "C" NOT NULL,
  type text COLLATE "C" NOT NULL,
  data json NOT NULL,
  meta json NOT NULL,
  hash bytea NOT NULL,
  sealed_as text COLLATE "C",
  CONSTRAINT event_revision UNIQUE (stream, revision)
);

CREATE FUNCTION ledger.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'ledger.event is append-only: % refused', TG_OP USING ERRCODE = 'restrict_violation';
END $$;

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger.event
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
ALTER TABLE ledger.event ENABLE ALWAYS TRIGGER append_only;

COMMENT ON SCHEMA ledger IS 'Razão, layout ${LAYOUT}';
`;

/** Rewrites no rows. The wait for the table lock is limited, because appends wait behind it. */
const FROM_FIRST = `
SET LOCAL lock_timeout = '5s';
ALTER TABLE ledger.event ADD COLUMN sealed_as text COLLATE "C";
COMMENT ON SCHEMA ledger IS 'Razão, layout ${LAYOUT}';
`;

const LOCK_TIMEOUT = '55P03';

/** @throws WrongDatabase when another session uses the table for too long */
const upgradeTables = async (client: ClientBase): Promise<void> => {
  try {
    await client.query(FROM_FIRST);
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== LOCK_TIMEOUT) throw error;
    throw new WrongDatabase(
      'The log cannot be brought to the layout of this release while something reads it for long, such as a backup: start again when that has ended.',
    );
  }
};

/** Creates or upgrades the tables. A lock orders two processes that start on an empty database at once. */
export const createSchema = async (client: ClientBase): Promise<void> => {
  await client.query('BEGIN');
  await client.query(transactionLock('ledger schema'));
  if (!(await requireOwnLog(client))) await client.query(TABLES);
  else if ((await layoutOf(client)) === 1) await upgradeTables(client);
  await client.query('COMMIT');
};
