import type { Pool } from 'pg';
import type { Timestamp } from '#/domain/time.ts';

/** Who gave a new password may be a thief with the owner's mailbox; the owner has a day to notice. */
const REST_SECONDS = 24 * 60 * 60;

/** The first password is no new one: better-auth writes both times at once then. */
const RESTS_UNTIL = `SELECT max(account."updatedAt") + make_interval(secs => $2) AS until
  FROM auth.membership JOIN auth.account ON account."userId" = user_id
  WHERE membership.kind = 'seller' AND person_id = $1 AND account.password IS NOT NULL
    AND account."updatedAt" > account."createdAt" + interval '1 second'
  HAVING max(account."updatedAt") + make_interval(secs => $2) > now()`;

/**
 * Returns until when a seller's withdrawals rest, because someone who may come in as the seller has a new password; undefined when
 * they do not.
 */
export const restsUntil = async (pool: Pool, sellerId: string): Promise<Timestamp | undefined> => {
  const { rows } = await pool.query<{ until: Date }>(RESTS_UNTIL, [sellerId, REST_SECONDS]);
  return rows[0]?.until.toISOString();
};
