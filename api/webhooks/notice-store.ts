import knex from 'knex';
import type { Pool } from 'pg';
import type { ProviderNotice } from '#/domain/ports/notice.ts';
import { boundUnproved, forgetOld } from './bounded-rows.ts';
import type { RedactedDelivery } from './redact-notice.ts';
import type {
  Attempt,
  Keeping,
  KeptNotice,
  NoticeEnd,
  NoticeFilter,
  NoticeStore,
  Outcome,
  Recognised,
  Sender,
  Taken,
} from './kept-notice.ts';
import { openNoticeTables } from './notice-schema.ts';
import {
  countSubjects,
  dueForNotice,
  maySearch,
  releaseSql,
  takeDue,
  type Turn,
} from './subject-queue.ts';

/*
 * Statements that run for every sale are named, so that a connection plans them once: planning took twice as long as running.
 * `LIMIT cardinality($1)` changes no result; without it Postgres expects ten notices per delivery instead of one, and would
 * rather replan or scan whole tables.
 */

/** Composes SQL; the pool runs it. */
const query = knex({ client: 'pg' });

const instantText = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const COLUMNS = `sequence::text AS sequence, notice_id AS "noticeId", provider, type, reference, status, outcome,
  order_id AS "orderId", authentic AS "isAuthentic", proved AS "isProved", payment_id AS "paymentId",
  platform_id AS "platformId", failure, attempts, ${instantText('received_at')} AS "receivedAt"`;

/** Outcomes that a later attempt may change. */
const RETRIED: readonly Outcome[] = ['UNKNOWN_TRANSACTION', 'FAILED'];

const referenceOf = (notice: ProviderNotice): string =>
  notice.type === 'TRANSACTION' ? notice.transactionId : notice.withdrawReference;

const orderIdOf = (notice: ProviderNotice): string | null =>
  notice.type === 'TRANSACTION' ? (notice.orderId ?? null) : null;

/** SQL condition: an authentic notice that was applied. Others may be forged, or may be ahead of the provider's own data. */
const WAS_APPLIED = `authentic AND outcome = 'APPLIED'`;

/** Wait before a notice of an unknown transaction is processed: the webhook endpoint has just searched for it in vain. */
const UNKNOWN_TRANSACTION_DELAY = `interval '1 second'`;

const listNotices: (pool: Pool, filter: NoticeFilter) => ReturnType<NoticeStore['list']> = async (
  pool,
  { platformId, outcome, paymentId, before, limit },
) => {
  const listed = query('webhooks.notice')
    .select(query.raw(COLUMNS))
    .where('platform_id', platformId)
    .orderBy('sequence', 'desc')
    .limit(limit);
  if (outcome !== undefined) void listed.where({ outcome });
  if (paymentId !== undefined) void listed.where('payment_id', paymentId);
  if (before !== undefined) void listed.where('sequence', '<', before);
  const { sql, bindings } = listed.toSQL().toNative();
  const { rows } = await pool.query<KeptNotice>(sql, [...bindings]);
  return rows;
};

/** Writes one row for the delivery, unless it only repeats known notices, one per new notice, and one per subject. */
const keepNotices = async (
  pool: Pool,
  { provider, platformId, isAuthentic, isProved }: Sender,
  recognised: readonly Recognised[],
  delivery: RedactedDelivery,
): Promise<Keeping> => {
  const account = platformId ?? '';
  // Notice ids are unique per account only.
  const ids = recognised.map(({ notice }) => `${provider}:${account}:${notice.noticeId}`);
  const { rows } = await pool.query<{
    kept: number;
    dueInMs: number | null;
    newSubjects: number;
    oldSubjects: readonly string[] | null;
  }>({
    name: 'keep notices',
    text: `WITH claimed AS (
       SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::boolean[])
         AS claimed (notice_id, type, reference, order_id, status, payment_id, known)
       LIMIT cardinality($1)),
     wanted AS (
       INSERT INTO webhooks.subject AS subject (provider, account, type, reference, genuine, due_at)
       SELECT DISTINCT ON (reference, type) $8, $9, type, reference, $10 OR known,
         CASE WHEN $10 OR known OR order_id IS NOT NULL THEN now() ELSE now() + ${UNKNOWN_TRANSACTION_DELAY} END FROM claimed
       WHERE NOT EXISTS (SELECT FROM webhooks.notice WHERE notice_id = claimed.notice_id AND ${WAS_APPLIED})
       ORDER BY reference, type, order_id
       ON CONFLICT (reference, provider, account, type) DO UPDATE SET wanted_at = now(), tries = 0,
         genuine = subject.genuine OR excluded.genuine, due_at = ${dueForNotice('$10')}
       RETURNING subject_id, type, reference, due_at, xmax = 0 AS is_new),
     fresh AS (
       SELECT claimed.*, subject_id FROM claimed JOIN wanted USING (type, reference)
       WHERE NOT EXISTS (SELECT FROM webhooks.notice WHERE notice_id = claimed.notice_id)),
     came AS (
       INSERT INTO webhooks.delivery (said) SELECT $11 WHERE EXISTS (SELECT FROM fresh) RETURNING delivery_id),
     kept AS (
       INSERT INTO webhooks.notice (notice_id, type, reference, order_id, status, payment_id, subject_id,
         provider, platform_id, authentic, proved, delivery_id, outcome, waiting)
       SELECT notice_id, type, reference, order_id, status, payment_id, subject_id,
         $8, $12, $13, $10, delivery_id, 'RECEIVED', true
       FROM fresh, came ON CONFLICT (notice_id) DO NOTHING RETURNING notice_id)
     SELECT (SELECT count(*)::int FROM kept) AS kept, count(*) FILTER (WHERE is_new)::int AS "newSubjects",
       json_agg(subject_id::text) FILTER (WHERE NOT is_new) AS "oldSubjects",
       extract(epoch FROM min(due_at) - now())::float * 1000 AS "dueInMs" FROM wanted`,
    values: [
      ids,
      recognised.map(({ notice: { type } }) => type),
      recognised.map(({ notice }) => referenceOf(notice)),
      recognised.map(({ notice }) => orderIdOf(notice)),
      recognised.map(({ notice: { status } }) => status),
      recognised.map(({ paymentId }) => paymentId),
      recognised.map(({ isKnown }) => isKnown),
      provider,
      account,
      isProved,
      JSON.stringify(delivery),
      platformId,
      isAuthentic,
    ],
  });
  const [row] = rows;
  if (!row) throw new Error('counting answers one row');
  const { kept, dueInMs, newSubjects, oldSubjects } = row;
  if (kept < ids.length) await markRepeated(pool, { account, ids });
  const dropped = isProved
    ? 0
    : (newSubjects > 0 ? await boundUnproved.subjectsOf(pool, { provider, account }) : 0) +
      (oldSubjects ? await boundUnproved.noticesOf(pool, oldSubjects) : 0);
  return { kept, dueInMs, dropped };
};

/** Marks repeated notices as waiting, so that the log records the coming attempt for them too. */
const markRepeated = async (
  pool: Pool,
  { account, ids }: { readonly account: string; readonly ids: readonly string[] },
): Promise<void> => {
  await pool.query(
    `UPDATE webhooks.notice AS notice SET waiting = true, subject_id = subject.subject_id
     FROM (SELECT sequence FROM webhooks.notice WHERE notice_id = ANY($1) AND NOT (${WAS_APPLIED})
       ORDER BY sequence FOR UPDATE) AS repeated, webhooks.subject AS subject
     WHERE notice.sequence = repeated.sequence AND subject.reference = notice.reference
       AND subject.provider = notice.provider AND subject.account = $2 AND subject.type = notice.type`,
    [ids, account],
  );
};

/** Returns the waiting notices of each turn; if none waits, the newest one. */
const noticesFor = async (pool: Pool, turns: readonly Turn[]): Promise<readonly Taken[]> => {
  if (turns.length === 0) return [];
  const { rows } = await pool.query<KeptNotice & { readonly subjectId: string }>(
    `SELECT subject_id::text AS "subjectId", ${COLUMNS} FROM webhooks.notice
     WHERE subject_id = ANY($1) AND (waiting OR sequence = (
       SELECT max(sequence) FROM webhooks.notice AS other WHERE other.subject_id = notice.subject_id))`,
    [turns.map(({ subjectId }) => subjectId)],
  );
  const bySubject = Map.groupBy(rows, ({ subjectId }) => subjectId);
  return turns.map((turn) => ({ ...turn, notices: bySubject.get(turn.subjectId) ?? [] }));
};

/** Records results; a notice that had an effect stays `APPLIED`. */
const concludeNotices = async (
  pool: Pool,
  ends: ReadonlyMap<string, NoticeEnd>,
  turn: Turn | undefined,
): Promise<void> => {
  const all = [...ends.values()];
  await pool.query({
    name: 'conclude notices',
    text: `WITH ends AS (
       SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[])
         AS ends (notice_id, outcome, failure, payment_id, platform_id) LIMIT cardinality($1)),
     done AS (
       UPDATE webhooks.notice AS notice SET
         outcome = CASE notice.outcome WHEN 'APPLIED' THEN 'APPLIED' ELSE ends.outcome END,
         failure = CASE notice.outcome WHEN 'APPLIED' THEN NULL ELSE ends.failure END,
         payment_id = coalesce(ends.payment_id, notice.payment_id),
         platform_id = coalesce(ends.platform_id, notice.platform_id),
         attempts = attempts + 1, attempted_at = now(), waiting = ends.outcome = ANY($6)
       FROM ends WHERE notice.notice_id = ends.notice_id
       RETURNING notice.notice_id, ends.outcome, ends.failure),
     tried AS (INSERT INTO webhooks.attempt (notice_id, outcome, failure) SELECT * FROM done)
     ${releaseSql('$7::boolean', '$8::boolean', '$9::boolean')} WHERE subject_id = $10 AND turn = $11`,
    values: [
      [...ends.keys()],
      all.map(({ outcome }) => outcome),
      all.map(({ failure }) => failure ?? null),
      all.map(({ paymentId }) => paymentId ?? null),
      all.map(({ platformId }) => platformId ?? null),
      RETRIED,
      all.some(({ outcome }) => RETRIED.includes(outcome)),
      all.some(({ platformId }) => platformId !== undefined),
      all.some(({ outcome }) => outcome === 'APPLIED'),
      turn?.subjectId ?? null,
      turn?.turn ?? null,
    ],
  });
};

export const createNoticeStore = async (pool: Pool): Promise<NoticeStore> => {
  await openNoticeTables(pool);
  return {
    keep: (sender, recognised, delivery) => keepNotices(pool, sender, recognised, delivery),

    keepUnread: async ({ provider, platformId }, { outcome, failure }, delivery) => {
      await pool.query(
        `WITH came AS (INSERT INTO webhooks.delivery (said) VALUES ($5) RETURNING delivery_id)
         INSERT INTO webhooks.notice (notice_id, provider, platform_id, type, outcome, failure, delivery_id)
         SELECT $1 || ':unread:' || gen_random_uuid(), $1, $2, 'TRANSACTION', $3, $4, delivery_id
         FROM came`,
        [provider, platformId, outcome, failure, JSON.stringify(delivery)],
      );
      const account = { provider, account: platformId ?? '' };
      return boundUnproved.unreadAt(pool, account, outcome === 'IGNORED' ? 'ignored' : 'bad');
    },

    take: async (trust, limit) => {
      const { turns, isMore } = await takeDue(pool, trust, limit);
      return { items: await noticesFor(pool, turns), isMore };
    },

    conclude: (ends, turn) => concludeNotices(pool, ends, turn),

    maySearch: (payment) => maySearch(pool, payment),

    get: async (noticeId) => {
      const { rows } = await pool.query<KeptNotice>(
        `SELECT ${COLUMNS} FROM webhooks.notice WHERE notice_id = $1`,
        [noticeId],
      );
      return rows[0];
    },

    deliveryOf: async (noticeId) => {
      const { rows } = await pool.query<{ said: RedactedDelivery }>(
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

    boundUnproved: () => boundUnproved.inAll(pool),

    list: (filter) => listNotices(pool, filter),

    counts: () => countSubjects(pool),
  };
};
