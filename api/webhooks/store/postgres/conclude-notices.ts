import type { Pool } from 'pg';
import type { NoticeEnd, Lease } from '#/api/webhooks/store/notice-store.ts';
import { RETRIED } from '#/api/webhooks/store/limits.ts';
import { inBatches } from '#/ledger/concurrency/in-batches.ts';
import { releaseSql } from './target-queue.ts';

interface Conclusion {
  readonly ends: ReadonlyMap<string, NoticeEnd>;
  readonly lease: Lease | undefined;
}

/** A result waits this long for others: one query for several costs less. */
const TOGETHER_MS = 10;
const MOST_TOGETHER = 100;
/** Two batches at once, so that a blocked one does not delay the next. */
const SIDE_BY_SIDE = 2;
/** After this time a batch is given up; its targets are taken again when their leases end. */
const ANSWER_MS = 5_000;

/** SQL: a notice that had an effect stays `APPLIED`, and of late results only an effect counts. */
const STAYS = `(notice.outcome = 'APPLIED' OR (are_late AND final.outcome <> 'APPLIED'))`;

/**
 * Parameters: $1 to $5 results, $6 the place of each result's lease in $8 to $13, from 1 (null = none: staff asked), $7 outcomes that are
 * retried, $8 to $13 leases.
 * Notices are locked before targets, and both in a fixed order, against deadlocks. A result is late if a newer lease of the target exists.
 */
const CONCLUDE = `
  WITH ends AS (
    SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::int[]) WITH ORDINALITY
      AS ends (notice_id, outcome, failure, payment_id, platform_id, lease, place) LIMIT cardinality($1)),
  locked AS (
    SELECT sequence, notice_id FROM webhooks.notice WHERE notice_id = ANY($1) ORDER BY sequence FOR UPDATE),
  ended AS (
    SELECT subject_id, lease, is_retried, is_unanswered, is_known, had_effect
    FROM unnest($8::bigint[], $9::bigint[], $10::boolean[], $11::boolean[], $12::boolean[], $13::boolean[]) WITH ORDINALITY
      AS ended (ended_id, ended_turn, is_retried, is_unanswered, is_known, had_effect, lease)
      JOIN webhooks.subject ON subject_id = ended_id AND turn = ended_turn
    WHERE (SELECT count(*) FROM locked) >= 0
    ORDER BY reference, type FOR UPDATE OF subject),
  judged AS (
    SELECT *, lease IS NOT NULL AND lease NOT IN (SELECT lease FROM ended) AS is_late
    FROM ends JOIN locked USING (notice_id)),
  final AS (
    SELECT DISTINCT ON (notice_id) *, count(*) OVER (PARTITION BY notice_id) AS times,
      first_value(outcome) OVER (PARTITION BY notice_id ORDER BY is_late, place DESC) AS latest,
      bool_and(is_late) OVER (PARTITION BY notice_id) AS are_late
    FROM judged ORDER BY notice_id, outcome = 'APPLIED' DESC, is_late, place DESC),
  done AS (
    UPDATE webhooks.notice AS notice SET
      outcome = CASE WHEN ${STAYS} THEN notice.outcome ELSE final.outcome END,
      failure = CASE WHEN ${STAYS} THEN notice.failure ELSE final.failure END,
      payment_id = coalesce(final.payment_id, notice.payment_id),
      platform_id = coalesce(final.platform_id, notice.platform_id),
      attempts = attempts + final.times, attempted_at = now(),
      waiting = CASE WHEN are_late THEN notice.waiting ELSE final.latest = ANY($7) END
    FROM final WHERE notice.sequence = final.sequence),
  tried AS (
    INSERT INTO webhooks.attempt (notice_id, outcome, failure)
    SELECT notice_id, outcome, failure FROM judged ORDER BY place)
  ${releaseSql('is_retried', 'is_unanswered', 'is_known', 'had_effect')} FROM ended WHERE subject.subject_id = ended.subject_id`;

/** The statement has no name, so Postgres plans it each time: a kept plan might later read whole indexes. */
const CONCLUDING = { text: CONCLUDE, query_timeout: ANSWER_MS };

const concludeTogether = async (pool: Pool, conclusions: readonly Conclusion[]): Promise<void> => {
  const leased = conclusions.filter(({ lease }) => lease !== undefined);
  const numbers = new Map(leased.map((each, index) => [each, index + 1]));
  const all = conclusions.flatMap((each) =>
    [...each.ends].map(([noticeId, end]) => ({ noticeId, end, lease: numbers.get(each) ?? null })),
  );
  const leases = leased.flatMap(({ ends, lease }) =>
    lease ? [{ ...lease, ends: [...ends.values()] }] : [],
  );
  await pool.query({
    ...CONCLUDING,
    values: [
      all.map(({ noticeId }) => noticeId),
      all.map(({ end }) => end.outcome),
      all.map(({ end }) => end.failure ?? null),
      all.map(({ end }) => end.paymentId ?? null),
      all.map(({ end }) => end.platformId ?? null),
      all.map(({ lease }) => lease),
      RETRIED,
      leases.map(({ targetId }) => targetId),
      leases.map(({ leaseNumber }) => leaseNumber),
      leases.map(({ ends }) => ends.some(({ outcome }) => RETRIED.includes(outcome))),
      leases.map(({ ends }) => ends.every(({ isUnanswered }) => isUnanswered === true)),
      leases.map(({ ends }) => ends.some(({ platformId }) => platformId !== undefined)),
      leases.map(({ ends }) => ends.some(({ outcome }) => outcome === 'APPLIED')),
    ],
  });
};

/** A notice that had an effect stays `APPLIED`. */
export const noticeConclusions = (pool: Pool): ((conclusion: Conclusion) => Promise<Conclusion>) =>
  inBatches({
    width: SIDE_BY_SIDE,
    most: MOST_TOGETHER,
    lingerMs: TOGETHER_MS,
    run: async (conclusions: readonly Conclusion[]) => {
      await concludeTogether(pool, conclusions);
      return conclusions;
    },
  });
