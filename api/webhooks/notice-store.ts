import knex from 'knex';
import type { Pool } from 'pg';
import type { Notice } from '#/api/contract/notices.ts';
import type { ProviderNotice } from '#/domain/ports/payment-provider.ts';
import { applySchema } from '#/ledger/apply-schema.ts';
import type { HarmlessDelivery } from './harmless.ts';

type Outcome = Notice['outcome'];

/** A provider's webhook as it was received; outside the log, because it is a hint and not a fact. */
export interface KeptNotice extends Notice {
  /** Whose account it was sent to; null where all platforms share one and it does not say. */
  readonly platformId: string | null;
  readonly type: ProviderNotice['type'];
  /** Our own name for the charge, where it repeats it. */
  readonly orderId: string | null;
  /** Certainly the provider's own words. */
  readonly isAuthentic: boolean;
}

/** Where a delivery came in. */
export interface Sender {
  readonly provider: string;
  readonly platformId: string | null;
  readonly isAuthentic: boolean;
}

/** One try to make something of a notice. */
export interface Attempt {
  readonly at: string;
  readonly outcome: Outcome;
  readonly failure: string | null;
}

export interface NoticeStore {
  /** Those that are new; of the others, which are repeated deliveries, those without effect are tried again. */
  keep(
    sender: Sender,
    notices: readonly ProviderNotice[],
    delivery: HarmlessDelivery,
  ): Promise<readonly KeptNotice[]>;
  /** One that could not be authenticated or read, and why. */
  keepUnread(
    sender: Omit<Sender, 'isAuthentic'>,
    end: { readonly outcome: 'UNAUTHORIZED' | 'UNREADABLE'; readonly failure: string },
    delivery: HarmlessDelivery,
  ): Promise<void>;
  get(noticeId: string): Promise<KeptNotice | undefined>;
  /** What it came in; null when it came before that was kept. */
  deliveryOf(noticeId: string): Promise<HarmlessDelivery | null>;
  /** The first one first. */
  attemptsOf(noticeId: string): Promise<readonly Attempt[]>;
  /** Lets go of what is older than `KEPT_DAYS`; how many that were. */
  forgetOld(): Promise<number>;
  conclude(noticeId: string, end: NoticeEnd): Promise<void>;
  /** Those that wait for another try, the longest first. */
  due(limit: number): Promise<readonly KeptNotice[]>;
  list(filter: NoticeFilter): Promise<readonly (KeptNotice & { readonly sequence: string })[]>;
}

export interface NoticeEnd {
  readonly outcome: Outcome;
  readonly paymentId?: string;
  readonly platformId?: string;
  readonly failure?: string;
}

export interface NoticeFilter {
  readonly platformId: string;
  readonly outcome?: Outcome;
  readonly paymentId?: string;
  /** Sequence of the last one seen: newest first. */
  readonly before?: string;
  readonly limit: number;
}

const SCHEMA = `
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
    next_attempt_at timestamptz DEFAULT now());
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
  ALTER TABLE webhooks.notice ADD COLUMN IF NOT EXISTS order_id text,
    ADD COLUMN IF NOT EXISTS authentic boolean NOT NULL DEFAULT false,
    ADD COLUMN IF NOT EXISTS attempted_at timestamptz,
    ADD COLUMN IF NOT EXISTS delivery_id bigint REFERENCES webhooks.delivery;
  CREATE INDEX IF NOT EXISTS notice_delivery ON webhooks.notice (delivery_id);
  CREATE INDEX IF NOT EXISTS notice_due ON webhooks.notice (next_attempt_at)
    WHERE next_attempt_at IS NOT NULL;
  CREATE INDEX IF NOT EXISTS notice_payment ON webhooks.notice (payment_id);
`;

/** How long notices and deliveries are kept. */
export const KEPT_DAYS = 90;
const FORGOTTEN_AT_ONCE = 1_000;

/** A notice without effect may have been quicker than its provider's own books: one that comes again is tried again. */
const AGAIN_AFTER = '30 seconds';

/** Composes SQL; the pool runs it. */
const query = knex({ client: 'pg' });

const instantText = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const COLUMNS = `sequence::text AS sequence, notice_id AS "noticeId", provider, type, reference, status, outcome,
  order_id AS "orderId", authentic AS "isAuthentic", payment_id AS "paymentId", platform_id AS "platformId", failure,
  attempts,
  ${instantText('received_at')} AS "receivedAt"`;

/** Tried again after 1, 2, 4 … 3,600 seconds for three days; then a person may redeliver it. */
const RETRIED: readonly Outcome[] = ['UNKNOWN_TRANSACTION', 'FAILED'];
const NEXT_ATTEMPT = `CASE WHEN $2 = ANY($6) AND received_at > now() - interval '3 days'
  THEN now() + make_interval(secs => least(3600, 2 ^ least(attempts, 12))) END`;

const referenceOf = (notice: ProviderNotice): string =>
  notice.type === 'TRANSACTION' ? notice.transactionId : notice.withdrawReference;

const listNotices: (pool: Pool, filter: NoticeFilter) => ReturnType<NoticeStore['list']> = async (
  pool,
  { platformId, outcome, paymentId, before, limit },
) => {
  const listed = query('webhooks.notice')
    .select(query.raw(COLUMNS))
    // One that could not be read belongs to nobody yet, so every platform sees it.
    .where((own) => {
      void own.where('platform_id', platformId).orWhereNull('platform_id');
    })
    .orderBy('sequence', 'desc')
    .limit(limit);
  if (outcome !== undefined) void listed.where({ outcome });
  if (paymentId !== undefined) void listed.where('payment_id', paymentId);
  if (before !== undefined) void listed.where('sequence', '<', before);
  const { sql, bindings } = listed.toSQL().toNative();
  const { rows } = await pool.query<KeptNotice & { sequence: string }>(sql, [...bindings]);
  return rows;
};

/** One row for the delivery, unless all of it came before, and one for each notice that is new. */
const keepNotices = async (
  pool: Pool,
  { provider, platformId, isAuthentic }: Sender,
  heard: readonly ProviderNotice[],
  delivery: HarmlessDelivery,
): Promise<readonly KeptNotice[]> => {
  // Accounts of two platforms at one provider know nothing of each other's ids.
  const ids = heard.map(({ noticeId }) => `${provider}:${platformId ?? ''}:${noticeId}`);
  // The first try is made at once by the receiver; the sweep only takes what that one left behind.
  const { rows } = await pool.query<KeptNotice>(
    `WITH told AS (
       SELECT * FROM unnest($4::text[], $5::text[], $6::text[], $7::text[], $8::text[])
         AS told (notice_id, type, reference, order_id, status)
       WHERE NOT EXISTS (SELECT FROM webhooks.notice WHERE notice_id = told.notice_id)),
     came AS (
       INSERT INTO webhooks.delivery (said) SELECT $9 WHERE EXISTS (SELECT FROM told)
       RETURNING delivery_id)
     INSERT INTO webhooks.notice
       (notice_id, type, reference, order_id, status, provider, platform_id, authentic, delivery_id,
        outcome, next_attempt_at)
     SELECT told.*, $1, $2, $3, delivery_id, 'RECEIVED', now() + interval '10 seconds' FROM told, came
     ON CONFLICT (notice_id) DO NOTHING RETURNING ${COLUMNS}`,
    [
      provider,
      platformId,
      isAuthentic,
      ids,
      heard.map(({ type }) => type),
      heard.map(referenceOf),
      heard.map((notice) => (notice.type === 'TRANSACTION' ? (notice.orderId ?? null) : null)),
      heard.map(({ status }) => status),
      JSON.stringify(delivery),
    ],
  );
  if (rows.length < ids.length) {
    await pool.query(
      `UPDATE webhooks.notice SET next_attempt_at = now() WHERE notice_id = ANY($1)
         AND outcome = 'NO_EFFECT' AND attempted_at < now() - interval '${AGAIN_AFTER}'`,
      [ids],
    );
  }
  return rows;
};

/** The oldest have the smallest numbers, so no index of their age is needed. */
const forgetOld = async (pool: Pool): Promise<number> => {
  const oldest = async (table: string, key: string): Promise<number> => {
    const { rowCount } = await pool.query(
      `DELETE FROM ${table} WHERE ${key} IN (
         SELECT ${key} FROM (SELECT ${key}, received_at FROM ${table} ORDER BY ${key} LIMIT $1) AS first
         WHERE received_at < now() - make_interval(days => $2))`,
      [FORGOTTEN_AT_ONCE, KEPT_DAYS],
    );
    return rowCount ?? 0;
  };
  const notices = await oldest('webhooks.notice', 'sequence');
  return notices + (await oldest('webhooks.delivery', 'delivery_id'));
};

export const createNoticeStore = async (pool: Pool): Promise<NoticeStore> => {
  await applySchema(pool, SCHEMA);
  return {
    keep: (sender, heard, delivery) => keepNotices(pool, sender, heard, delivery),

    keepUnread: async ({ provider, platformId }, { outcome, failure }, delivery) => {
      await pool.query(
        `WITH came AS (INSERT INTO webhooks.delivery (said) VALUES ($5) RETURNING delivery_id)
         INSERT INTO webhooks.notice
           (notice_id, provider, platform_id, type, outcome, failure, delivery_id, next_attempt_at)
         SELECT $1 || ':unread:' || gen_random_uuid(), $1, $2, 'TRANSACTION', $3, $4, delivery_id, NULL
         FROM came`,
        [provider, platformId, outcome, failure, JSON.stringify(delivery)],
      );
    },

    get: async (noticeId) => {
      const { rows } = await pool.query<KeptNotice>(
        `SELECT ${COLUMNS} FROM webhooks.notice WHERE notice_id = $1`,
        [noticeId],
      );
      return rows[0];
    },

    deliveryOf: async (noticeId) => {
      const { rows } = await pool.query<{ said: HarmlessDelivery }>(
        `SELECT said FROM webhooks.delivery JOIN webhooks.notice USING (delivery_id)
         WHERE notice_id = $1`,
        [noticeId],
      );
      return rows[0]?.said ?? null;
    },

    attemptsOf: async (noticeId) => {
      const { rows } = await pool.query<Attempt>(
        `SELECT ${instantText('at')} AS at, outcome, failure FROM webhooks.attempt
         WHERE notice_id = $1 ORDER BY webhooks.attempt.at LIMIT 500`,
        [noticeId],
      );
      return rows;
    },

    forgetOld: () => forgetOld(pool),

    conclude: async (noticeId, { outcome, paymentId, platformId, failure }) => {
      await pool.query(
        `WITH tried AS (INSERT INTO webhooks.attempt (notice_id, outcome, failure) VALUES ($1, $2, $5))
         UPDATE webhooks.notice SET outcome = $2, payment_id = coalesce($3, payment_id),
           platform_id = coalesce($4, platform_id), failure = $5, attempts = attempts + 1,
           attempted_at = now(), next_attempt_at = ${NEXT_ATTEMPT}
         WHERE notice_id = $1`,
        [noticeId, outcome, paymentId ?? null, platformId ?? null, failure ?? null, RETRIED],
      );
    },

    due: async (limit) => {
      const { rows } = await pool.query<KeptNotice>(
        `SELECT ${COLUMNS} FROM webhooks.notice WHERE next_attempt_at <= now()
         ORDER BY next_attempt_at LIMIT $1`,
        [limit],
      );
      return rows;
    },

    list: (filter) => listNotices(pool, filter),
  };
};
