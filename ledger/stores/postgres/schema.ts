import { DatabaseError, type ClientBase } from 'pg';
import { OperatorError } from '#/ledger/operator-error.ts';

/** The key that keeps two writers from taking the same position. */
export const FENCE = 'event_position';

/** Raised when a release cannot work on what an earlier one made. */
const LAYOUT = 2;

/** Of `ledger.event` in layout 1, in order: the first logs do not say that they have it. */
const FIRST_COLUMNS = 'position revision recorded_at id stream type data meta hash';

/** The database holds something that this program must not write to; the message is one sentence that says what. */
export class WrongDatabase extends OperatorError {}

/** What is in a database in place of our log: its layout, or none. @throws WrongDatabase for a schema `ledger` that is somebody else's */
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
 * Whether there is a log that this release can work with, or none yet; one of an earlier layout is brought to this one
 * when the store opens. @throws WrongDatabase for one of a newer release, and for a schema `ledger` that is somebody else's
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
 * The log. `data` and `meta` are json, not jsonb, which would reorder keys and rewrite numbers.
 *
 * The key of positions is also the fence: a writer that is behind tries to write a position that is
 * taken. A row for the head beside it would say nothing that the last event does not, and every
 * append would pay for its update.
 *
 * `sealed_as` is the position under which an event was first recorded, of those that came with a move.
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

/**
 * From layout 1: a column that is empty in all that is there, so no row is written again. Appends wait for the lock of
 * the table behind us, so whoever reads it for long (a backup) must not keep us waiting.
 */
const FROM_FIRST = `
SET LOCAL lock_timeout = '5s';
ALTER TABLE ledger.event ADD COLUMN sealed_as text COLLATE "C";
COMMENT ON SCHEMA ledger IS 'Razão, layout ${LAYOUT}';
`;

const LOCK_TIMEOUT = '55P03';

/** @throws WrongDatabase when it is in use for too long */
const bringUp = async (client: ClientBase): Promise<void> => {
  try {
    await client.query(FROM_FIRST);
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== LOCK_TIMEOUT) throw error;
    throw new WrongDatabase(
      'The log cannot be brought to the layout of this release while something reads it for long, such as a backup: start again when that has ended.',
    );
  }
};

/**
 * Two processes may start on an empty database at once; one of them creates, the other finds it
 * done.
 */
export const createSchema = async (client: ClientBase): Promise<void> => {
  await client.query('BEGIN');
  await client.query("SELECT pg_advisory_xact_lock(hashtextextended('ledger schema', 0))");
  if (!(await requireOwnLog(client))) await client.query(TABLES);
  else if ((await layoutOf(client)) === 1) await bringUp(client);
  await client.query('COMMIT');
};
