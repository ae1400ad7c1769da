import type { Pool } from 'pg';
import type { Timestamp } from '#/domain/values/time.ts';
import { selectChangesOf } from './links/email-changes.ts';

/** A thief with the owner's mailbox may have made the change, so the owner gets a day to notice. */
const PAUSE_SECONDS = 24 * 60 * 60;

/** Leaves out a first password, whose `createdAt` and `updatedAt` better-auth writes within a second. */
const PAUSED_UNTIL = `SELECT max(changed_at) + make_interval(secs => $2) AS until FROM auth.membership
  JOIN LATERAL (
    SELECT "updatedAt" AS changed_at FROM auth.account WHERE "userId" = membership.user_id AND password IS NOT NULL
      AND "updatedAt" > "createdAt" + interval '1 second'
    UNION ALL ${selectChangesOf('membership.user_id')}
    UNION ALL SELECT changed_at FROM auth.second_factor WHERE user_id = membership.user_id) AS changes ON true
  WHERE kind = 'seller' AND person_id = $1
  HAVING max(changed_at) + make_interval(secs => $2) > now()`;

/** Returns until when a seller's withdrawals are paused after a new password, e-mail or second factor; undefined = no pause. */
export const findAccessPause = async (
  pool: Pool,
  sellerId: string,
): Promise<Timestamp | undefined> => {
  const { rows } = await pool.query<{ until: Date }>(PAUSED_UNTIL, [sellerId, PAUSE_SECONDS]);
  return rows[0]?.until.toISOString();
};
