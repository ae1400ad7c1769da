import type { Pool } from 'pg';
import { growingPauses } from '#/domain/values/backoff.ts';
import {
  GAP_MS,
  LEAST_TRIES,
  LOST_SECONDS,
  MOST_OF_AN_ACCOUNT,
  MOST_TRIES,
  RETRY_SECONDS,
  TAKEN_SECONDS,
  WRONG_CLOCK_SECONDS,
} from '#/api/webhooks/store/limits.ts';
import type { NoticeStore, Trust, Lease } from '#/api/webhooks/store/notice-store.ts';
import type { AccountAt } from '#/api/webhooks/store/shares.ts';

/** SQL of the time of the last read-back. The clock may have been set back since, so a future one counts as made now. */
const ASKED_AT = 'least(subject.asked_at, now())';

/** SQL of the pause after a read-back: twice the last one, or `first` after a long rest. */
const NEXT_GAP = `CASE
  WHEN subject.asked_at > now() - 4 * greatest(subject.gap_ms, ${GAP_MS.first}) * interval '1 millisecond'
  THEN least(${GAP_MS.longest}, 2 * greatest(subject.gap_ms, ${GAP_MS.first})) ELSE ${GAP_MS.first} END`;

/** SQL of the columns of a target that is leased when first stored, and of their values. */
export const TAKEN_COLUMNS = 'taken_until, asked_at, turn, gap_ms';
export const takenValues = (isTaken: string): string =>
  `CASE WHEN ${isTaken} THEN now() + interval '${TAKEN_SECONDS} seconds' END,
   CASE WHEN ${isTaken} THEN now() END, (${isTaken})::int, CASE WHEN ${isTaken} THEN ${GAP_MS.first} ELSE 0 END`;

/** SQL conditions, each with an index: the time has come, or was set while the clock was wrong. */
const hasCome = (time: string, mostSeconds: number): readonly string[] => [
  `${time} <= now()`,
  `${time} > now() + interval '${mostSeconds} seconds'`,
];
const DUE = hasCome('due_at', WRONG_CLOCK_SECONDS.due);
const ABANDONED = hasCome('taken_until', WRONG_CLOCK_SECONDS.taken);
/** SQL conditions of the targets that may be taken. No row meets two of them. */
const MAY_BE_TAKEN = [...DUE.map((isDue) => `taken_until IS NULL AND ${isDue}`), ...ABANDONED];
const FOUND = MAY_BE_TAKEN.map(
  (condition) => `SELECT * FROM webhooks.subject WHERE genuine = $1 AND ${condition}`,
).join(' UNION ALL ');

/** SQL for the time of the read-back that a notice causes. @param isProved an SQL condition */
export const dueForNotice = (isProved: string): string =>
  `least(subject.due_at, greatest(now(), ${ASKED_AT} + interval '1 millisecond' *
    CASE WHEN ${isProved} THEN least(subject.gap_ms, ${GAP_MS.longestProved}) ELSE subject.gap_ms END))`;

const seconds = (sql: number | string): string => `make_interval(secs => ${sql})`;

/** SQL of the pause after `tries` retries, in seconds. */
const GROWING = growingPauses(RETRY_SECONDS);
const GROWING_PAUSE = `(ARRAY[${GROWING.join()}])[least(tries + 1, ${GROWING.length})]`;

/** SQL that ends a lease. The parameters are SQL conditions. A notice that came during the lease has already set `due_at`. */
export const releaseSql = (
  isTriedAgain: string,
  isUnanswered: string,
  isKnown: string,
  hadEffect: string,
): string =>
  `UPDATE webhooks.subject SET taken_until = NULL, genuine = genuine OR ${isKnown},
     tries = CASE WHEN ${isTriedAgain} THEN tries + 1 ELSE 0 END,
     unanswered = CASE WHEN ${isTriedAgain} THEN unanswered + ${isUnanswered}::int ELSE 0 END,
     gap_ms = CASE WHEN ${hadEffect} THEN 0 ELSE gap_ms END,
     due_at = CASE WHEN due_at IS NOT NULL OR NOT ${isTriedAgain} THEN due_at
       WHEN wanted_at > now() - ${seconds(`CASE WHEN genuine OR ${isKnown} THEN ${RETRY_SECONDS.until} ELSE ${RETRY_SECONDS.unprovedUntil} END`)}
         OR (genuine OR ${isKnown}) AND tries + 1 < CASE WHEN ${isUnanswered} THEN ${MOST_TRIES} ELSE least(${LEAST_TRIES} + unanswered, ${MOST_TRIES}) END
       THEN greatest(${ASKED_AT} + gap_ms * interval '1 millisecond', now() + ${seconds(
         `CASE WHEN wanted_at > now() - ${seconds(RETRY_SECONDS.denseFor)} THEN ${GROWING_PAUSE} ELSE ${RETRY_SECONDS.sparse} END`,
       )}) END`;

/** SQL condition: no read-back is due or under way. */
export const IS_AT_REST = 'taken_until IS NULL AND due_at IS NULL';

/** Targets with the fewest tries come first, so that new ones do not wait behind failures. `isMore` = others are due too. */
export const takeDue = async (
  pool: Pool,
  trust: Trust,
  limit: number,
  busy: readonly AccountAt[],
): Promise<{ readonly leases: readonly (Lease & AccountAt)[]; readonly isMore: boolean }> => {
  const { rows } = await pool.query<{
    due: number;
    leases: readonly (Lease & AccountAt)[] | null;
  }>({
    text: `WITH busy AS (
       SELECT provider, account, count(*) AS under_way
       FROM unnest($4::text[], $5::text[]) AS busy (provider, account) GROUP BY provider, account),
     ranked AS (
       SELECT subject_id, due_at, coalesce(under_way, 0)
         + row_number() OVER (PARTITION BY provider, account ORDER BY tries, due_at) AS place
       FROM (${FOUND}) AS found
       LEFT JOIN busy USING (provider, account)),
     free AS (
       SELECT subject_id FROM webhooks.subject
       WHERE subject_id IN (SELECT subject_id FROM ranked WHERE place <= $3 ORDER BY place, due_at LIMIT $2)
         AND (${MAY_BE_TAKEN.join(' OR ')})
       FOR UPDATE SKIP LOCKED),
     leased AS (
       UPDATE webhooks.subject AS subject SET due_at = NULL, asked_at = now(), turn = turn + 1,
         taken_until = now() + interval '${TAKEN_SECONDS} seconds',
         gap_ms = CASE WHEN tries > 0 THEN gap_ms ELSE ${NEXT_GAP} END
       FROM free WHERE subject.subject_id = free.subject_id
       RETURNING subject.subject_id::text AS "targetId", turn AS "leaseNumber", provider, account)
     SELECT (SELECT count(*)::int FROM ranked) AS due, (SELECT json_agg(leased) FROM leased) AS leases`,
    values: [
      trust === 'genuine',
      limit,
      MOST_OF_AN_ACCOUNT,
      busy.map(({ provider }) => provider),
      busy.map(({ account }) => account),
    ],
  });
  const leases = rows[0]?.leases ?? [];
  return { leases, isMore: (rows[0]?.due ?? 0) > leases.length };
};

/** Notes that staff asked about targets, and schedules read-backs of those that prove to be ours. @param noticeIds notices about them */
export const noteAskedByStaff = async (pool: Pool, noticeIds: readonly string[]): Promise<void> => {
  await pool.query(
    `UPDATE webhooks.subject AS subject SET genuine = true, wanted_at = now(), tries = 0, unanswered = 0,
       due_at = ${dueForNotice('false')}
     FROM webhooks.notice WHERE notice.subject_id = subject.subject_id AND notice_id = ANY($1) AND NOT genuine`,
    [noticeIds],
  );
  await pool.query(
    `UPDATE webhooks.subject AS subject SET asked_at = now()
     FROM webhooks.notice WHERE notice.subject_id = subject.subject_id AND notice_id = ANY($1)`,
    [noticeIds],
  );
};

/** Rows per statement, so that locks stay short. */
const ASKED_AT_ONCE = 1_000;

/**
 * Schedules the targets again with one try, so that new targets come before them. Of targets at rest, `greatest(…)` has an index; the
 * conditions after the UNION imply it.
 */
export const askAgain = async (pool: Pool, before: string): Promise<void> => {
  const isLost = (time: string): string =>
    `${time} BETWEEN $1::timestamptz - ${seconds(LOST_SECONDS)} AND $1`;
  for (;;) {
    const { rowCount } = await pool.query(
      `WITH lost AS (
         SELECT subject_id FROM webhooks.subject WHERE subject_id IN (
           SELECT subject_id FROM webhooks.subject
           WHERE genuine AND ${IS_AT_REST} AND ${isLost('greatest(wanted_at, asked_at)')}
           UNION ALL
           SELECT subject_id FROM webhooks.subject WHERE genuine AND (due_at > now() OR taken_until IS NOT NULL))
         AND type <> 'PAYMENT' AND ${isLost('asked_at')} AND wanted_at <= $1 AND (due_at IS NULL OR due_at > now())
         ORDER BY reference, type LIMIT ${ASKED_AT_ONCE} FOR UPDATE)
       UPDATE webhooks.subject AS subject SET wanted_at = now(), tries = 1, unanswered = 0, due_at = ${dueForNotice('false')}
       FROM lost WHERE subject.subject_id = lost.subject_id`,
      [before],
    );
    // The next statement does not find these targets again, because they were wanted after `before`.
    if ((rowCount ?? 0) < ASKED_AT_ONCE) return;
  }
};

/** Many notices may name one payment with different transactions, so the payment has a pause too. */
export const maySearch = async (
  pool: Pool,
  payment: { readonly provider: string; readonly account: string; readonly paymentId: string },
): Promise<boolean> => {
  const { rowCount } = await pool.query(
    `INSERT INTO webhooks.subject AS subject (provider, account, type, reference, genuine, asked_at, gap_ms)
     VALUES ($1, $2, 'PAYMENT', $3, true, now(), ${GAP_MS.first})
     ON CONFLICT (reference, provider, account, type) DO UPDATE
       SET asked_at = now(), gap_ms = ${NEXT_GAP}, wanted_at = now()
       WHERE subject.asked_at + subject.gap_ms * interval '1 millisecond' <= now() OR subject.asked_at > now()`,
    [payment.provider, payment.account, payment.paymentId],
  );
  return rowCount === 1;
};

export const countTargets = async (pool: Pool): ReturnType<NoticeStore['counts']> => {
  const { rows } = await pool.query<Awaited<ReturnType<NoticeStore['counts']>>>(
    `SELECT count(*) FILTER (WHERE waits AND genuine)::int AS genuine,
       count(*) FILTER (WHERE waits AND NOT genuine)::int AS unproved,
       count(*) FILTER (WHERE NOT genuine)::int AS kept
     FROM (SELECT genuine, due_at IS NOT NULL OR taken_until IS NOT NULL AS waits FROM webhooks.subject
       WHERE due_at IS NOT NULL OR taken_until IS NOT NULL OR NOT genuine) AS subject`,
  );
  return rows[0] ?? { genuine: 0, unproved: 0, kept: 0 };
};
