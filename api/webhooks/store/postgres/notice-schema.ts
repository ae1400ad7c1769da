import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { applySchema } from '#/ledger/database/apply-schema.ts';

/**
 * A `subject` is a target: a charge or payout that notices are about; or, of type PAYMENT, a payment that unproved notices name. `genuine`:
 * the charge or payout is ours, or a notice is proved. `wanted_at`: when something other than a retry, such as a notice, last called for a
 * read-back. `due_at`: the next read-back (look-up at the provider). `taken_until`, `turn`: the lease of the process that reads back.
 * `asked_at`, `gap_ms`: the last read-back, and the pause after it. `tries`: read-backs without a final result since the last notice;
 * `unanswered`: those of them by which the acquirer gave no answer. A notice's `repeated_at`, `repeats`: when it came again, and how often.
 */
const NOTICE_SCHEMA = `
  CREATE SCHEMA IF NOT EXISTS webhooks;
  CREATE TABLE IF NOT EXISTS webhooks.notice (
    sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    notice_id text NOT NULL UNIQUE,
    provider text NOT NULL,
    type text NOT NULL,
    reference text,
    status text,
    outcome text NOT NULL,
    payment_id text,
    platform_id text,
    failure text,
    attempts int NOT NULL DEFAULT 0,
    received_at timestamptz NOT NULL DEFAULT now(),
    next_attempt_at timestamptz);
  CREATE TABLE IF NOT EXISTS webhooks.delivery (
    delivery_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    received_at timestamptz NOT NULL DEFAULT now(),
    said jsonb NOT NULL);
  CREATE TABLE IF NOT EXISTS webhooks.attempt (
    notice_id text NOT NULL REFERENCES webhooks.notice (notice_id) ON DELETE CASCADE,
    at timestamptz NOT NULL DEFAULT clock_timestamp(),
    outcome text NOT NULL,
    failure text);
  CREATE INDEX IF NOT EXISTS attempt_notice ON webhooks.attempt (notice_id);
  CREATE TABLE IF NOT EXISTS webhooks.subject (
    subject_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    provider text NOT NULL,
    account text NOT NULL,
    type text NOT NULL,
    reference text NOT NULL,
    genuine boolean NOT NULL,
    wanted_at timestamptz NOT NULL DEFAULT now(),
    due_at timestamptz,
    taken_until timestamptz,
    turn bigint NOT NULL DEFAULT 0,
    asked_at timestamptz,
    gap_ms int NOT NULL DEFAULT 0,
    tries int NOT NULL DEFAULT 0,
    UNIQUE (reference, provider, account, type));
  CREATE INDEX IF NOT EXISTS subject_due ON webhooks.subject (genuine, due_at) WHERE due_at IS NOT NULL;
  CREATE INDEX IF NOT EXISTS subject_taken ON webhooks.subject (taken_until) WHERE taken_until IS NOT NULL;
  CREATE INDEX IF NOT EXISTS subject_unproved_at ON webhooks.subject (provider, account, subject_id) WHERE NOT genuine;
  CREATE INDEX IF NOT EXISTS subject_unproved ON webhooks.subject (subject_id) WHERE NOT genuine;
  ALTER TABLE webhooks.notice ADD COLUMN IF NOT EXISTS order_id text,
    ADD COLUMN IF NOT EXISTS authentic boolean NOT NULL DEFAULT false,
    ADD COLUMN IF NOT EXISTS former_account text,
    ADD COLUMN IF NOT EXISTS attempted_at timestamptz,
    ADD COLUMN IF NOT EXISTS delivery_id bigint REFERENCES webhooks.delivery,
    ADD COLUMN IF NOT EXISTS proved boolean NOT NULL DEFAULT false,
    ADD COLUMN IF NOT EXISTS waiting boolean NOT NULL DEFAULT false,
    ADD COLUMN IF NOT EXISTS repeated_at timestamptz,
    ADD COLUMN IF NOT EXISTS repeats int NOT NULL DEFAULT 0,
    ADD COLUMN IF NOT EXISTS subject_id bigint REFERENCES webhooks.subject ON DELETE CASCADE,
    ALTER COLUMN next_attempt_at DROP DEFAULT;
  ALTER TABLE webhooks.subject ADD COLUMN IF NOT EXISTS unanswered int NOT NULL DEFAULT 0;
  CREATE INDEX IF NOT EXISTS subject_at_rest ON webhooks.subject (genuine, greatest(wanted_at, asked_at))
    WHERE due_at IS NULL AND taken_until IS NULL;
  CREATE INDEX IF NOT EXISTS notice_delivery ON webhooks.notice (delivery_id);
  CREATE INDEX IF NOT EXISTS notice_due ON webhooks.notice (next_attempt_at)
    WHERE next_attempt_at IS NOT NULL;
  CREATE INDEX IF NOT EXISTS notice_payment ON webhooks.notice (payment_id);
  CREATE INDEX IF NOT EXISTS notice_subject ON webhooks.notice (subject_id, sequence);
  CREATE INDEX IF NOT EXISTS notice_unread ON webhooks.notice (provider, coalesce(platform_id, ''), sequence)
    WHERE reference IS NULL;
`;

/** Makes a `subject` for notices that an older release left waiting. Runs at every start, as an older release may have run since. */
const ADOPT_WAITING = `
  INSERT INTO webhooks.subject (provider, account, type, reference, genuine, wanted_at, due_at)
    SELECT provider, coalesce(platform_id, ''), type, reference,
      bool_or(authentic OR payment_id IS NOT NULL), max(received_at), now()
    FROM webhooks.notice WHERE next_attempt_at IS NOT NULL AND reference IS NOT NULL GROUP BY 1, 2, 3, 4
    ON CONFLICT (reference, provider, account, type) DO UPDATE SET due_at = now(), wanted_at = now();
  UPDATE webhooks.notice AS notice SET subject_id = subject.subject_id, waiting = true, next_attempt_at = NULL
    FROM webhooks.subject AS subject
    WHERE next_attempt_at IS NOT NULL AND subject.reference = notice.reference AND subject.type = notice.type
      AND subject.provider = notice.provider AND subject.account = coalesce(notice.platform_id, '');
`;

/** Stored as the comment of the schema. */
const VERSION = createHash('sha256').update(NOTICE_SCHEMA).digest('hex');

/** Changes the tables only if their version differs: the locks of a change can deadlock with running processes. */
export const openNoticeTables = async (pool: Pool): Promise<void> => {
  const { rows } = await pool.query<{ version: string | null }>(
    `SELECT obj_description(to_regnamespace('webhooks'), 'pg_namespace') AS version`,
  );
  if (rows[0]?.version !== VERSION)
    await applySchema(pool, `${NOTICE_SCHEMA} COMMENT ON SCHEMA webhooks IS '${VERSION}';`);
  await pool.query(ADOPT_WAITING);
};
