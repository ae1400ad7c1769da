import type { Pool } from 'pg';
import { claimsOf, type Claim } from '#/api/webhooks/store/claims.ts';
import { UNKNOWN_TRANSACTION_SECONDS } from '#/api/webhooks/store/limits.ts';
import { boundUnproved } from './bounded-rows.ts';
import type {
  StoreResult,
  StoredNotice,
  RecognisedNotice,
  Sender,
  LeasedTarget,
  Lease,
} from '#/api/webhooks/store/notice-store.ts';
import { COLUMNS, listLeasedTargets } from './notice-rows.ts';
import type { RedactedDelivery } from '#/api/webhooks/redact-notice.ts';
import { dueForNotice, TAKEN_COLUMNS, takenValues } from './target-queue.ts';

/**
 * SQL that stores the new notices of a delivery, and schedules or leases their targets.
 * Parameters: $1 to $7 notices, $8 provider, $9 account, $10 sender is proved, $11 delivery, $12 platform, $13 sender is authenticated, $14
 * lease at once, $15 former account. `LIMIT` tells the planner the number of notices.
 */
const KEEP = `
  WITH claimed AS (
    SELECT claimed.*, $14 AND ($10 OR known) AS takes
    FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::boolean[])
      AS claimed (notice_id, type, reference, order_id, status, payment_id, known)
    LIMIT cardinality($1)),
  wanted AS (
    INSERT INTO webhooks.subject AS subject (provider, account, type, reference, genuine, due_at, ${TAKEN_COLUMNS})
    SELECT DISTINCT ON (reference, type) $8, $9, type, reference, $10 OR known,
      CASE WHEN takes THEN NULL WHEN $10 OR known OR order_id IS NOT NULL THEN now()
        ELSE now() + interval '${UNKNOWN_TRANSACTION_SECONDS} seconds' END, ${takenValues('takes')} FROM claimed
    ORDER BY reference, type, order_id
    ON CONFLICT (reference, provider, account, type) DO UPDATE SET wanted_at = now(), tries = 0, unanswered = 0,
      genuine = subject.genuine OR excluded.genuine, due_at = ${dueForNotice('$10')}
    RETURNING subject_id, type, reference, due_at, turn, xmax = 0 AS is_new),
  fresh AS (
    SELECT claimed.*, subject_id FROM claimed JOIN wanted USING (type, reference)
    WHERE NOT EXISTS (SELECT FROM webhooks.notice WHERE notice_id = claimed.notice_id)),
  came AS (
    INSERT INTO webhooks.delivery (said) SELECT $11 WHERE EXISTS (SELECT FROM fresh) RETURNING delivery_id),
  kept AS (
    INSERT INTO webhooks.notice (notice_id, type, reference, order_id, status, payment_id, subject_id,
      provider, platform_id, authentic, proved, former_account, delivery_id, outcome, waiting)
    SELECT notice_id, type, reference, order_id, status, payment_id, subject_id,
      $8, $12, $13, $10, $15, delivery_id, 'RECEIVED', true
    FROM fresh, came ON CONFLICT (notice_id) DO NOTHING RETURNING ${COLUMNS})
  SELECT coalesce((SELECT json_agg("noticeId") FROM kept), '[]') AS kept, count(*) FILTER (WHERE is_new)::int AS "newTargets",
    json_agg(subject_id::text) FILTER (WHERE NOT is_new) AS "oldTargets",
    json_agg(json_build_object('targetId', subject_id::text, 'leaseNumber', turn)) FILTER (WHERE is_new AND turn = 1) AS leases,
    (SELECT to_json(kept) FROM kept LIMIT 1) AS notice,
    extract(epoch FROM min(due_at) - now())::float * 1000 AS "dueInMs" FROM wanted`;

interface StoredRow {
  /** Ids of new notices. */
  readonly kept: readonly string[];
  readonly dueInMs: number | null;
  readonly newTargets: number;
  readonly oldTargets: readonly string[] | null;
  readonly leases: readonly Lease[] | null;
  readonly notice: StoredNotice | null;
}

/**
 * Marks repeated notices as waiting, so that the coming attempt is listed for them too. A sender who proves more than the earlier ones
 * replaces the order and payment that they named: the notice's id does not cover those. Returns how many of the notices are stored.
 * @param newIds ids of the notices that came for the first time
 *
 * Genuine targets are made due again, because a read-back that has begun meanwhile may not include these notices. Rows are locked and
 * changed in this order against deadlocks. An unproved target is not locked here: that could deadlock with its removal.
 */
const markRepeated = async (
  pool: Pool,
  { provider, platformId, isAuthentic, isProved }: Sender,
  claims: readonly Claim[],
  newIds: readonly string[],
): Promise<number> => {
  const { rows } = await pool.query<{ stored: number }>(
    `WITH claimed AS (
       SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $7::text[], $8::text[])
         AS claimed (notice_id, order_id, payment_id, type, reference)),
     stored AS (
       SELECT sequence, $5 > proved OR $6 > authentic AS is_raised, notice_id = ANY($10) AS is_fresh FROM webhooks.notice
       WHERE notice_id = ANY($1) ORDER BY sequence FOR UPDATE),
     wanted AS (
       SELECT subject_id FROM webhooks.subject
       WHERE genuine AND provider = $9 AND account = $4 AND (type, reference) IN (SELECT type, reference FROM claimed)
         AND (SELECT count(*) FROM stored) >= 0
       ORDER BY reference, type FOR UPDATE),
     scheduled AS (
       UPDATE webhooks.subject AS subject SET due_at = coalesce(due_at, now())
       FROM wanted WHERE subject.subject_id = wanted.subject_id),
     marked AS (
       UPDATE webhooks.notice AS notice SET waiting = true, subject_id = subject.subject_id,
         repeated_at = CASE WHEN is_fresh THEN notice.repeated_at ELSE now() END, repeats = notice.repeats + (NOT is_fresh)::int,
         proved = notice.proved OR $5, authentic = notice.authentic OR $6,
         order_id = CASE WHEN is_raised THEN claimed.order_id ELSE notice.order_id END,
         payment_id = CASE WHEN is_raised THEN coalesce(claimed.payment_id, notice.payment_id) ELSE notice.payment_id END
       FROM stored, claimed, webhooks.subject AS subject
       WHERE (SELECT count(*) FROM wanted) >= 0 AND notice.sequence = stored.sequence AND notice.notice_id = claimed.notice_id
         AND subject.reference = notice.reference AND subject.provider = notice.provider
         AND subject.account = $4 AND subject.type = notice.type)
     SELECT count(*)::int AS stored FROM stored`,
    [
      claims.map(({ noticeId }) => noticeId),
      claims.map(({ orderId }) => orderId),
      claims.map(({ paymentId }) => paymentId),
      platformId ?? '',
      isProved,
      isAuthentic,
      claims.map(({ type }) => type),
      claims.map(({ reference }) => reference),
      provider,
      newIds,
    ],
  );
  return rows[0]?.stored ?? 0;
};

const leasedOf = async (
  pool: Pool,
  { leases, notice }: StoredRow,
): Promise<LeasedTarget | undefined> => {
  const [lease] = leases ?? [];
  if (!lease) return undefined;
  // The notice is null if it was stored before its target, and so is not new.
  return notice === null
    ? (await listLeasedTargets(pool, [lease]))[0]
    : { ...lease, notices: [notice] };
};

/**
 * Stores the notices of a delivery. With `takes`, a new target may be leased at once, which saves two queries. The first statement runs for
 * every sale: it has a name, so that a connection need not plan it each time.
 */
export const keepNotices = async (
  pool: Pool,
  sender: Sender,
  recognised: readonly RecognisedNotice[],
  { delivery, takes }: { readonly delivery: RedactedDelivery; readonly takes: boolean },
): Promise<StoreResult> => {
  const { provider, platformId, isAuthentic, formerAccount = null, isProved } = sender;
  const account = platformId ?? '';
  const claims = claimsOf({ provider, account }, recognised);
  const ids = claims.map(({ noticeId }) => noticeId);
  const { rows } = await pool.query<StoredRow>({
    name: 'keep notices',
    text: KEEP,
    values: [
      ids,
      claims.map(({ type }) => type),
      claims.map(({ reference }) => reference),
      claims.map(({ orderId }) => orderId),
      claims.map(({ status }) => status),
      claims.map(({ paymentId }) => paymentId),
      claims.map(({ isKnown }) => isKnown),
      provider,
      account,
      isProved,
      JSON.stringify(delivery),
      platformId,
      isAuthentic,
      takes && recognised.length === 1,
      formerAccount,
    ],
  });
  const [row] = rows;
  if (!row) throw new Error('counting answers one row');
  const { kept: newIds, dueInMs, newTargets, oldTargets } = row;
  const kept = newIds.length;
  const stored = kept < ids.length ? await markRepeated(pool, sender, claims, newIds) : kept;
  // A repeated notice was deleted meanwhile, so it is stored again.
  if (stored < new Set(ids).size) {
    const again = await keepNotices(pool, sender, recognised, { delivery, takes: false });
    return { ...again, kept: kept + again.kept };
  }
  const dropped = isProved
    ? 0
    : (newTargets > 0 ? await boundUnproved.targetsOf(pool, { provider, account }) : 0) +
      (oldTargets ? await boundUnproved.noticesOf(pool, oldTargets) : 0);
  return { kept, dueInMs, dropped, leased: await leasedOf(pool, row) };
};
