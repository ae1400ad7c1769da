import type { Client } from 'pg';

/** The key that keeps two writers from taking the same position. */
export const FENCE = 'event_position';

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
`;

/**
 * Two processes may start on an empty database at once; one of them creates, the other finds it
 * done.
 */
export const createSchema = async (client: Client): Promise<void> => {
  await client.query('BEGIN');
  await client.query("SELECT pg_advisory_xact_lock(hashtextextended('ledger schema', 0))");
  const { rows } = await client.query<{ existing: string | null }>(
    "SELECT to_regnamespace('ledger') AS existing",
  );
  if (rows[0]?.existing === null) await client.query(TABLES);
  await client.query('COMMIT');
};
