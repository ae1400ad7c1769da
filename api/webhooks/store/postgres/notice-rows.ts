import type { Pool } from 'pg';
import { instantText } from '#/ledger/database/instant-text.ts';
import type { StoredNotice, LeasedTarget, Lease } from '#/api/webhooks/store/notice-store.ts';

export const COLUMNS = `sequence::text AS sequence, notice_id AS "noticeId", provider, type, reference, status, outcome,
  order_id AS "orderId", authentic AS "isAuthentic", former_account AS "formerAccount", proved AS "isProved", payment_id AS "paymentId",
  platform_id AS "platformId", failure, attempts, ${instantText('received_at')} AS "receivedAt",
  ${instantText('coalesce(repeated_at, received_at)')} AS "lastReceivedAt", repeats`;

/** SQL that is true while a read-back of the notice's target is due or under way, and the notice waits for it. */
export const stillAskedOf = (notice: string): string => `(${notice}.waiting AND EXISTS (
  SELECT FROM webhooks.subject WHERE subject.subject_id = ${notice}.subject_id
    AND (due_at IS NOT NULL OR taken_until IS NOT NULL)))`;

export const SHOWN_COLUMNS = `${COLUMNS}, ${stillAskedOf('notice')} AS "isStillAsked"`;

/** Returns the waiting notices of each lease; if none waits, the newest one. */
export const listLeasedTargets = async (
  pool: Pool,
  leases: readonly Lease[],
): Promise<readonly LeasedTarget[]> => {
  if (leases.length === 0) return [];
  const { rows } = await pool.query<StoredNotice & { readonly targetId: string }>(
    `SELECT subject_id::text AS "targetId", ${COLUMNS} FROM webhooks.notice
     WHERE subject_id = ANY($1) AND (waiting OR sequence = (
       SELECT max(sequence) FROM webhooks.notice AS other
       WHERE other.subject_id = notice.subject_id HAVING NOT bool_or(waiting)))`,
    [leases.map(({ targetId }) => targetId)],
  );
  const byTarget = Map.groupBy(rows, ({ targetId }) => targetId);
  return leases.map((lease) => ({ ...lease, notices: byTarget.get(lease.targetId) ?? [] }));
};
