import type { Pool } from 'pg';
import { ABOUT_MONEY } from '#/api/webhooks/store/claims.ts';
import {
  KEPT_DAYS,
  UNPROVED_KEPT_DAYS,
  UNPROVED_OF_A_TARGET,
  UNPROVED_TARGETS,
  UNREAD_OF_AN_ACCOUNT,
} from '#/api/webhooks/store/limits.ts';
import { stillAskedOf } from './notice-rows.ts';
import { IS_AT_REST } from './target-queue.ts';

/** Rows per statement, so that locks stay short. */
const FORGOTTEN_AT_ONCE = 1_000;

/** Deletes the deliveries among these whose notices are all deleted. */
const dropDeliveries = async (pool: Pool, deliveryIds: readonly (string | null)[]) => {
  if (deliveryIds.length === 0) return;
  await pool.query(
    `DELETE FROM webhooks.delivery AS delivery WHERE delivery_id = ANY($1)
       AND NOT EXISTS (SELECT FROM webhooks.notice WHERE notice.delivery_id = delivery.delivery_id)`,
    [deliveryIds],
  );
};

interface DroppedRow {
  readonly deliveryId: string | null;
}

/** Runs a statement that deletes notices. @returns how many */
const drop = async (pool: Pool, statement: string, values: readonly unknown[]): Promise<number> => {
  const { rows } = await pool.query<DroppedRow>(statement, [...values]);
  await dropDeliveries(
    pool,
    rows.map(({ deliveryId }) => deliveryId),
  );
  return rows.length;
};

/**
 * Deletes the oldest unproved targets beyond `most`, except those under read-back.
 * @param where SQL condition, with parameters from $2 on
 */
const dropTargets = (pool: Pool, most: number, where: string, values: readonly string[]) =>
  drop(
    pool,
    `WITH dropped AS (
       DELETE FROM webhooks.subject WHERE subject_id IN (
         SELECT subject_id FROM webhooks.subject
         WHERE NOT genuine AND taken_until IS NULL ${where} AND subject_id <= (
           SELECT subject_id FROM webhooks.subject WHERE NOT genuine ${where}
           ORDER BY subject_id DESC OFFSET $1 LIMIT 1)
         FOR UPDATE SKIP LOCKED)
       RETURNING subject_id)
     SELECT delivery_id AS "deliveryId" FROM webhooks.notice JOIN dropped USING (subject_id)`,
    [most, ...values],
  );

interface Account {
  readonly provider: string;
  readonly account: string;
}

/** Bounds the rows that strangers can cause. Each function returns how many notices it deleted. */
export const boundUnproved = {
  targetsOf: (pool: Pool, { provider, account }: Account): Promise<number> =>
    dropTargets(pool, UNPROVED_TARGETS.ofAnAccount, 'AND provider = $2 AND account = $3', [
      provider,
      account,
    ]),

  inAll: (pool: Pool): Promise<number> => dropTargets(pool, UNPROVED_TARGETS.inAll, '', []),

  /** Deletes the oldest unproved notices of a target. Of each claim about money, the newest that waits counts as the newest of all. */
  noticesOf: (pool: Pool, targetIds: readonly string[]): Promise<number> =>
    drop(
      pool,
      `DELETE FROM webhooks.notice WHERE sequence IN (
       SELECT sequence FROM webhooks.notice WHERE NOT proved AND sequence IN (
         SELECT sequence FROM (
           SELECT sequence,
             row_number() OVER (PARTITION BY subject_id ORDER BY (waits AND nth = 1) DESC, sequence DESC) AS place
           FROM (
             SELECT sequence, subject_id, waits,
               row_number() OVER (PARTITION BY subject_id, status, waits ORDER BY sequence DESC) AS nth
             FROM (
               SELECT sequence, subject_id, status, (waiting AND ($3::jsonb -> type) ? status) IS TRUE AS waits
               FROM webhooks.notice WHERE subject_id = ANY($1) AND NOT proved) AS unproved) AS numbered) AS placed
         WHERE place > $2)
       FOR UPDATE SKIP LOCKED)
     RETURNING delivery_id AS "deliveryId"`,
      [targetIds, UNPROVED_OF_A_TARGET, JSON.stringify(ABOUT_MONEY)],
    ),

  unreadAt: (
    pool: Pool,
    { provider, account }: Account,
    kind: keyof typeof UNREAD_OF_AN_ACCOUNT,
  ): Promise<number> =>
    drop(
      pool,
      `DELETE FROM webhooks.notice WHERE sequence IN (
         SELECT sequence FROM webhooks.notice WHERE sequence IN (
           SELECT sequence FROM webhooks.notice
           WHERE provider = $1 AND coalesce(platform_id, '') = $2 AND reference IS NULL
             AND (outcome = 'IGNORED') = ($4 = 'ignored')
           ORDER BY sequence DESC OFFSET $3)
         FOR UPDATE SKIP LOCKED)
       RETURNING delivery_id AS "deliveryId"`,
      [provider, account, UNREAD_OF_AN_ACCOUNT[kind], kind],
    ),
};

/** SQL of targets at rest that were neither wanted nor read back for `keptDays`, the oldest first. The parameters are SQL. */
const oldest = (isOfTrust: string, keptDays: string): string =>
  `SELECT subject_id FROM webhooks.subject WHERE ${isOfTrust} AND ${IS_AT_REST}
     AND greatest(wanted_at, asked_at) < now() - make_interval(days => ${keptDays})
   ORDER BY greatest(wanted_at, asked_at) LIMIT $1`;

export const forgetOld = async (pool: Pool): Promise<number> => {
  // The oldest rows have the smallest numbers, so no index on their age is needed: reading stops at the first young row. A row dated in the
  // future is not young: it came while the clock was ahead.
  const forgetOldest = async (table: string, key: string, isFree: string): Promise<number> => {
    const { rowCount } = await pool.query(
      `WITH young AS (
         SELECT ${key} FROM ${table} WHERE received_at BETWEEN now() - make_interval(days => $2) AND now() ORDER BY ${key} LIMIT 1)
       DELETE FROM ${table} AS old WHERE ${isFree} AND ${key} IN (
         SELECT ${key} FROM ${table} AS old
         WHERE (NOT EXISTS (SELECT FROM young) OR ${key} < (SELECT ${key} FROM young)) AND ${isFree}
         ORDER BY ${key} LIMIT $1 FOR UPDATE SKIP LOCKED)`,
      [FORGOTTEN_AT_ONCE, KEPT_DAYS],
    );
    return rowCount ?? 0;
  };
  const ofTargets = await drop(
    pool,
    `WITH dropped AS (
       DELETE FROM webhooks.subject WHERE subject_id IN (
         SELECT subject_id FROM webhooks.subject WHERE ${IS_AT_REST} AND subject_id IN (
           (${oldest('genuine', '$2')})
           UNION ALL
           (${oldest('NOT genuine', '$3')}))
         FOR UPDATE SKIP LOCKED)
       RETURNING subject_id)
     SELECT delivery_id AS "deliveryId" FROM webhooks.notice JOIN dropped USING (subject_id)`,
    [FORGOTTEN_AT_ONCE, KEPT_DAYS, UNPROVED_KEPT_DAYS],
  );
  const isDone = `greatest(received_at, repeated_at, attempted_at) < now() - make_interval(days => $2)
    AND NOT ${stillAskedOf('old')}`;
  const notices = await forgetOldest('webhooks.notice', 'sequence', isDone);
  // A delivery is deleted after the last of its notices.
  const hasNoNotice =
    'NOT EXISTS (SELECT FROM webhooks.notice WHERE notice.delivery_id = old.delivery_id)';
  const deliveries = await forgetOldest('webhooks.delivery', 'delivery_id', hasNoNotice);
  return ofTargets + notices + deliveries;
};
