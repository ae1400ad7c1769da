import knex from 'knex';
import type { Pool } from 'pg';
import type { Notice } from '#/api/contract/admin.ts';
import type { ProviderNotice } from '#/domain/ports/payment-provider.ts';
import { applySchema } from '#/ledger/apply-schema.ts';

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

export interface NoticeStore {
  /** Those that are new; the others are repeated deliveries. */
  keep(sender: Sender, notices: readonly ProviderNotice[]): Promise<readonly KeptNotice[]>;
  /** One that could not be authenticated or read; nothing of its body is kept. */
  keepUnread(
    sender: Omit<Sender, 'isAuthentic'>,
    outcome: 'UNAUTHORIZED' | 'UNREADABLE',
  ): Promise<void>;
  get(noticeId: string): Promise<KeptNotice | undefined>;
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
  ALTER TABLE webhooks.notice ADD COLUMN IF NOT EXISTS order_id text,
    ADD COLUMN IF NOT EXISTS authentic boolean NOT NULL DEFAULT false;
  CREATE INDEX IF NOT EXISTS notice_due ON webhooks.notice (next_attempt_at)
    WHERE next_attempt_at IS NOT NULL;
  CREATE INDEX IF NOT EXISTS notice_payment ON webhooks.notice (payment_id);
`;

/** Composes SQL; the pool runs it. */
const query = knex({ client: 'pg' });

const COLUMNS = `sequence::text AS sequence, notice_id AS "noticeId", provider, type, reference, status, outcome,
  order_id AS "orderId", authentic AS "isAuthentic", payment_id AS "paymentId", platform_id AS "platformId", failure,
  attempts,
  to_char(received_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "receivedAt"`;

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

export const createNoticeStore = async (pool: Pool): Promise<NoticeStore> => {
  await applySchema(pool, SCHEMA);
  return {
    keep: async ({ provider, platformId, isAuthentic }, heard) => {
      // Accounts of two platforms at one provider know nothing of each other's ids.
      const idOf = ({ noticeId }: ProviderNotice) => `${provider}:${platformId ?? ''}:${noticeId}`;
      // The first try is made at once by the receiver; the sweep only takes what that one left behind.
      const { rows } = await pool.query<KeptNotice>(
        `INSERT INTO webhooks.notice
           (provider, platform_id, authentic, notice_id, type, reference, order_id, status, outcome, next_attempt_at)
         SELECT $1, $2, $3, told.*, 'RECEIVED', now() + interval '10 seconds'
         FROM unnest($4::text[], $5::text[], $6::text[], $7::text[], $8::text[]) AS told
         ON CONFLICT (notice_id) DO NOTHING RETURNING ${COLUMNS}`,
        [
          provider,
          platformId,
          isAuthentic,
          heard.map(idOf),
          heard.map(({ type }) => type),
          heard.map(referenceOf),
          heard.map((notice) => (notice.type === 'TRANSACTION' ? (notice.orderId ?? null) : null)),
          heard.map(({ status }) => status),
        ],
      );
      return rows;
    },

    keepUnread: async ({ provider, platformId }, outcome) => {
      await pool.query(
        `INSERT INTO webhooks.notice (notice_id, provider, platform_id, type, outcome, next_attempt_at)
         VALUES ($1 || ':unread:' || gen_random_uuid(), $1, $2, 'TRANSACTION', $3, NULL)`,
        [provider, platformId, outcome],
      );
    },

    get: async (noticeId) => {
      const { rows } = await pool.query<KeptNotice>(
        `SELECT ${COLUMNS} FROM webhooks.notice WHERE notice_id = $1`,
        [noticeId],
      );
      return rows[0];
    },

    conclude: async (noticeId, { outcome, paymentId, platformId, failure }) => {
      await pool.query(
        `UPDATE webhooks.notice SET outcome = $2, payment_id = coalesce($3, payment_id),
           platform_id = coalesce($4, platform_id), failure = $5, attempts = attempts + 1,
           next_attempt_at = ${NEXT_ATTEMPT}
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
