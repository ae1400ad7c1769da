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

/** Parameters: $1 to $5 results, $6 outcomes that are retried, $7 to $11 leases. Rows are locked in a fixed order, against deadlocks. */
const CONCLUDE = `
  WITH ends AS (
    SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[]) WITH ORDINALITY
      AS ends (notice_id, outcome, failure, payment_id, platform_id, place) LIMIT cardinality($1)),
  locked AS (
    SELECT sequence, notice_id FROM webhooks.notice WHERE notice_id = ANY($1) ORDER BY sequence FOR UPDATE),
  final AS (
    SELECT DISTINCT ON (notice_id) *, count(*) OVER (PARTITION BY notice_id) AS times,
      first_value(outcome) OVER (PARTITION BY notice_id ORDER BY place DESC) AS latest
    FROM ends JOIN locked USING (notice_id) ORDER BY notice_id, outcome = 'APPLIED' DESC, place DESC),
  done AS (
    UPDATE webhooks.notice AS notice SET
      outcome = CASE notice.outcome WHEN 'APPLIED' THEN 'APPLIED' ELSE final.outcome END,
      failure = CASE notice.outcome WHEN 'APPLIED' THEN NULL ELSE final.failure END,
      payment_id = coalesce(final.payment_id, notice.payment_id),
      platform_id = coalesce(final.platform_id, notice.platform_id),
      attempts = attempts + final.times, attempted_at = now(), waiting = final.latest = ANY($6)
    FROM final WHERE notice.sequence = final.sequence),
  tried AS (
    INSERT INTO webhooks.attempt (notice_id, outcome, failure)
    SELECT notice_id, outcome, failure FROM ends JOIN locked USING (notice_id) ORDER BY place),
  ended AS (
    SELECT subject_id, is_retried, is_known, had_effect
    FROM unnest($7::bigint[], $8::bigint[], $9::boolean[], $10::boolean[], $11::boolean[])
      AS ended (ended_id, ended_turn, is_retried, is_known, had_effect)
      JOIN webhooks.subject ON subject_id = ended_id AND turn = ended_turn
    ORDER BY reference, type FOR UPDATE OF subject)
  ${releaseSql('is_retried', 'is_known', 'had_effect')} FROM ended WHERE subject.subject_id = ended.subject_id`;

/** The statement has no name, so Postgres plans it each time: a kept plan might later read whole indexes. */
const CONCLUDING = { text: CONCLUDE, query_timeout: ANSWER_MS };

const concludeTogether = async (pool: Pool, conclusions: readonly Conclusion[]): Promise<void> => {
  const all = conclusions.flatMap(({ ends }) => [...ends]);
  const leases = conclusions.flatMap(({ ends, lease }) => {
    const each = [...ends.values()];
    return lease ? [{ ...lease, ends: each }] : [];
  });
  await pool.query({
    ...CONCLUDING,
    values: [
      all.map(([noticeId]) => noticeId),
      all.map(([, { outcome }]) => outcome),
      all.map(([, { failure }]) => failure ?? null),
      all.map(([, { paymentId }]) => paymentId ?? null),
      all.map(([, { platformId }]) => platformId ?? null),
      RETRIED,
      leases.map(({ targetId }) => targetId),
      leases.map(({ leaseNumber }) => leaseNumber),
      leases.map(({ ends }) => ends.some(({ outcome }) => RETRIED.includes(outcome))),
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
