import type { ClientBase } from 'pg';

/** The key that keeps two writers from taking the same position. */
export const FENCE = 'event_position';

/** Raised when a release cannot work on what an earlier one made. */
const LAYOUT = 1;

/** Of `ledger.event`, in order. */
const COLUMNS = 'position revision recorded_at id stream type data meta hash';

/** The database holds something that this program must not write to; the message is one sentence that says what. */
export class WrongDatabase extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'WrongDatabase';
  }
}

/**
 * Whether there is a log of this release's layout, or none yet.
 * @throws WrongDatabase for one of another release, and for a schema `ledger` that is somebody else's
 */
export const requireOwnLog = async (client: Pick<ClientBase, 'query'>): Promise<boolean> => {
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
  if (existing == null) return false;
  const layout = Number(
    /layout (\d+)$/.exec(comment ?? '')?.[1] ?? (columns === COLUMNS ? 1 : NaN),
  );
  if (layout === LAYOUT) return true;
  if (Number.isNaN(layout)) {
    throw new WrongDatabase('This database has a schema "ledger" that is not of Razão.');
  }
  const release = layout > LAYOUT ? 'a newer' : 'an older';
  throw new WrongDatabase(
    `This database was written by ${release} release of Razão (layout ${layout}, this one has ${LAYOUT}).`,
  );
};

/**
 * The log. `data` and `meta` are json, not jsonb, which would reorder keys and rewrite numbers.
 *
 * The key of positions is also the fence: a writer that is behind tries to write a position that is
 * taken. A row for the head beside it would say nothing that the last event does not, and every
 * append would pay for its update.
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
 * Two processes may start on an empty database at once; one of them creates, the other finds it
 * done.
 */
export const createSchema = async (client: ClientBase): Promise<void> => {
  await client.query('BEGIN');
  await client.query("SELECT pg_advisory_xact_lock(hashtextextended('ledger schema', 0))");
  if (!(await requireOwnLog(client))) await client.query(TABLES);
  await client.query('COMMIT');
};
