import type { Pool } from 'pg';
import type { AskedNotices, NoticeEnd } from '#/api/webhooks/store/notice-store.ts';
import { RETRIED } from '#/api/webhooks/store/limits.ts';
import { inBatches } from '#/ledger/concurrency/in-batches.ts';
import { noteAskedByStaff, releaseSql } from './target-queue.ts';

interface Conclusion {
  readonly ends: ReadonlyMap<string, NoticeEnd>;
  readonly asked: AskedNotices;
}

/** A result waits this long for others: one query for several costs less. */
const TOGETHER_MS = 50;
const MOST_TOGETHER = 100;
/** Two batches at once, so that a blocked one does not delay the next. */
const SIDE_BY_SIDE = 2;
/** After this time a batch is given up; its targets are taken again when their leases end. */
const ANSWER_MS = 5_000;

/**
 * SQL that is true if the notice's stored result stays: it had an effect, or the new result is late and had none, or the new result does
 * not confirm the notice and one recorded beside it does.
 */
const STAYS = `(notice.outcome = 'APPLIED' OR (are_late AND final.outcome <> 'APPLIED')
    OR (final.is_beside AND final.is_retried AND notice.outcome = 'NO_EFFECT'))`;

/**
 * Parameters: $1 to $5 results, $6 the place of each result's lease in $10 to $15, from 1 (null = none: staff asked), $7 and $8 the
 * notices' attempts and repeats before the acquirer was asked, $9 outcomes that are retried, $10 to $15 leases. Notices are locked before
 * targets, and both in a fixed order, against deadlocks. A result is late if a newer lease of the target exists; one that staff asked for
 * is late if another result was recorded meanwhile.
 */
const CONCLUDE = `
  WITH ends AS (
    SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::int[], $7::int[], $8::int[]) WITH ORDINALITY
      AS ends (notice_id, outcome, failure, payment_id, platform_id, lease, seen_attempts, seen_repeats, place) LIMIT cardinality($1)),
  locked AS (
    SELECT sequence, notice_id, attempts, repeats FROM webhooks.notice WHERE notice_id = ANY($1) ORDER BY sequence FOR UPDATE),
  ended AS (
    SELECT subject_id, lease, is_retried, is_unanswered, is_known, had_effect
    FROM unnest($10::bigint[], $11::bigint[], $12::boolean[], $13::boolean[], $14::boolean[], $15::boolean[]) WITH ORDINALITY
      AS ended (ended_id, ended_turn, is_retried, is_unanswered, is_known, had_effect, lease)
      JOIN webhooks.subject ON subject_id = ended_id AND turn = ended_turn
    WHERE (SELECT count(*) FROM locked) >= 0
    ORDER BY reference, type FOR UPDATE OF subject),
  judged AS (
    SELECT ends.*, sequence, outcome = ANY($9) AS is_retried, outcome = ANY($9) OR repeats > seen_repeats AS waits,
      attempts > seen_attempts AS is_beside,
      CASE WHEN lease IS NULL THEN attempts > seen_attempts ELSE lease NOT IN (SELECT lease FROM ended) END AS is_late
    FROM ends JOIN locked USING (notice_id)),
  final AS (
    SELECT DISTINCT ON (notice_id) *, count(*) OVER (PARTITION BY notice_id) AS times,
      first_value(waits) OVER (PARTITION BY notice_id ORDER BY is_late, place DESC) AS waits_last,
      bool_and(is_late) OVER (PARTITION BY notice_id) AS are_late
    FROM judged ORDER BY notice_id, outcome = 'APPLIED' DESC, is_late, is_retried, place DESC),
  done AS (
    UPDATE webhooks.notice AS notice SET
      outcome = CASE WHEN ${STAYS} THEN notice.outcome ELSE final.outcome END,
      failure = CASE WHEN ${STAYS} THEN notice.failure ELSE final.failure END,
      payment_id = coalesce(final.payment_id, notice.payment_id),
      platform_id = coalesce(final.platform_id, notice.platform_id),
      attempts = attempts + final.times, attempted_at = now(),
      waiting = CASE WHEN are_late THEN notice.waiting ELSE waits_last END
    FROM final WHERE notice.sequence = final.sequence),
  tried AS (
    INSERT INTO webhooks.attempt (notice_id, outcome, failure)
    SELECT notice_id, outcome, failure FROM judged ORDER BY place)
  ${releaseSql('is_retried', 'is_unanswered', 'is_known', 'had_effect')} FROM ended WHERE subject.subject_id = ended.subject_id`;

/** The statement has no name, so Postgres plans it each time: a kept plan might later read whole indexes. */
const CONCLUDING = { text: CONCLUDE, query_timeout: ANSWER_MS };

const concludeTogether = async (pool: Pool, conclusions: readonly Conclusion[]): Promise<void> => {
  const leases = conclusions.flatMap(({ ends, asked }) =>
    'leaseNumber' in asked ? [{ asked, ends: [...ends.values()] }] : [],
  );
  const leasePlaces = new Map<AskedNotices, number>(
    leases.map(({ asked }, index) => [asked, index + 1]),
  );
  const all = conclusions.flatMap(({ ends, asked }) => {
    const askedNotices = new Map(asked.notices.map((notice) => [notice.noticeId, notice]));
    const lease = leasePlaces.get(asked) ?? null;
    return [...ends].map(([noticeId, end]) => {
      return { noticeId, end, lease, seen: askedNotices.get(noticeId) };
    });
  });
  await pool.query({
    ...CONCLUDING,
    values: [
      all.map(({ noticeId }) => noticeId),
      all.map(({ end }) => end.outcome),
      all.map(({ end }) => end.failure ?? null),
      all.map(({ end }) => end.paymentId ?? null),
      all.map(({ end }) => end.platformId ?? null),
      all.map(({ lease }) => lease),
      all.map(({ seen }) => seen?.attempts),
      all.map(({ seen }) => seen?.repeats),
      RETRIED,
      leases.map(({ asked }) => asked.targetId),
      leases.map(({ asked }) => asked.leaseNumber),
      leases.map(({ ends }) => ends.some(({ outcome }) => RETRIED.includes(outcome))),
      leases.map(({ ends }) => ends.every(({ isUnanswered }) => isUnanswered === true)),
      leases.map(({ ends }) => ends.some(({ platformId }) => platformId !== undefined)),
      leases.map(({ ends }) => ends.some(({ outcome }) => outcome === 'APPLIED')),
    ],
  });
};

const noteStaff = async (pool: Pool, { ends, asked }: Conclusion): Promise<void> => {
  if ('leaseNumber' in asked) return;
  const ours = [...ends].filter(([, { platformId }]) => platformId !== undefined);
  const noticeIds = ours.map(([noticeId]) => noticeId);
  if (noticeIds.length > 0) await noteAskedByStaff(pool, noticeIds);
};

/** A notice that had an effect stays `APPLIED`. */
export const noticeConclusions = (pool: Pool): ((conclusion: Conclusion) => Promise<void>) => {
  const concludeInBatch = inBatches({
    width: SIDE_BY_SIDE,
    most: MOST_TOGETHER,
    lingerMs: TOGETHER_MS,
    run: async (conclusions: readonly Conclusion[]) => {
      await concludeTogether(pool, conclusions);
      return conclusions;
    },
  });
  return async (conclusion) => {
    await concludeInBatch(conclusion);
    await noteStaff(pool, conclusion);
  };
};
