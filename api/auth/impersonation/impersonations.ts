import type { Pool } from 'pg';
import { instantText } from '#/ledger/database/instant-text.ts';
import type { Impersonation } from '#/domain/access/commands.ts';
import type { Timestamp } from '#/domain/time.ts';
import type { LiveSession } from '#/api/auth/live-session.ts';

/**
 * That the member of staff whose session it is, is in as a seller. The session stays theirs; the row outlives it until the end is on
 * record.
 */
export const impersonationSchema = `
  CREATE TABLE IF NOT EXISTS auth.impersonation (
    impersonation_id text PRIMARY KEY, session_id text UNIQUE REFERENCES auth.session (id) ON DELETE SET NULL,
    staff_id text NOT NULL, seller_id text NOT NULL, platform_id text NOT NULL,
    ends_at timestamptz NOT NULL, ended_at timestamptz);`;

/** SQL that joins the impersonation that goes on in a session. */
export const IMPERSONATED = `LEFT JOIN auth.impersonation AS acting ON acting.session_id = session.id
  AND acting.staff_id = session."personId" AND acting.ended_at IS NULL AND acting.ends_at > now()`;

/** What a session says about one that goes on in it. */
export interface CurrentImpersonation {
  readonly impersonationId: string;
  readonly sellerId: string;
  readonly until: Timestamp;
}

/** One that is over, and not yet on record as such. */
export interface EndedImpersonation extends Impersonation {
  readonly platformId: string;
  readonly endedAt: Timestamp;
}

/** Nothing is inserted when the session has ended, is of another membership now, or has one already. */
const BEGIN = `INSERT INTO auth.impersonation (impersonation_id, session_id, staff_id, seller_id, platform_id, ends_at)
  SELECT $1, session.id, $3, $4, $5, $6 FROM auth.session WHERE session.id = $2 AND session."personId" = $3 ON CONFLICT DO NOTHING`;

const CURRENT = `SELECT acting.impersonation_id AS "impersonationId", acting.seller_id AS "sellerId",
    ${instantText('acting.ends_at')} AS until
  FROM auth.session ${IMPERSONATED} WHERE session.id = $1 AND acting.impersonation_id IS NOT NULL`;

/** Frees the session; the time of the end is that of the first who sees it. */
const END = `UPDATE auth.impersonation SET session_id = NULL, ended_at = coalesce(ended_at, least(ends_at, now()))`;

const ENDED = `${END} WHERE session_id IS NULL OR ends_at <= now()
  RETURNING impersonation_id AS "impersonationId", staff_id AS "staffId", seller_id AS "sellerId", platform_id AS "platformId",
    ${instantText('ended_at')} AS "endedAt"`;

/** Returns the one that goes on in a session of staff. */
export const impersonationIn = async (
  pool: Pool,
  sessionId: string,
): Promise<CurrentImpersonation | undefined> => {
  const { rows } = await pool.query<CurrentImpersonation>(CURRENT, [sessionId]);
  return rows[0];
};

/** Ends the one of a session, if there is one. */
export const endImpersonationIn = async (pool: Pool, sessionId: string): Promise<void> => {
  await pool.query(`${END} WHERE session_id = $1`, [sessionId]);
};

export const createImpersonations = (pool: Pool, forget: () => void) => ({
  /** Makes a session of staff one as a seller. @returns false when it has ended, or is one already */
  begin: async (
    { id }: Pick<LiveSession, 'id'>,
    wanted: Impersonation & { readonly platformId: string; readonly until: Timestamp },
  ): Promise<boolean> => {
    const { impersonationId, staffId, sellerId, platformId, until } = wanted;
    // One whose time is up, and whose end is not on record yet.
    await pool.query(`${END} WHERE session_id = $1 AND ends_at <= now()`, [id]);
    const { rowCount } = await pool.query(BEGIN, [
      impersonationId,
      id,
      staffId,
      sellerId,
      platformId,
      until,
    ]);
    forget();
    return rowCount === 1;
  },

  /** Returns the one that goes on in a session of staff. */
  in: ({ id }: Pick<LiveSession, 'id'>): Promise<CurrentImpersonation | undefined> =>
    impersonationIn(pool, id),

  /** Makes its session the member of staff's own again. */
  end: async (impersonationId: string): Promise<void> => {
    await pool.query(`${END} WHERE impersonation_id = $1`, [impersonationId]);
    forget();
  },

  /** Returns those that ended, whichever way: the same again until they are removed. */
  ended: async (): Promise<readonly EndedImpersonation[]> => {
    const { rows } = await pool.query<EndedImpersonation>(ENDED);
    return rows;
  },

  /** Removes one whose end is on record. */
  remove: async (impersonationId: string): Promise<void> => {
    await pool.query('DELETE FROM auth.impersonation WHERE impersonation_id = $1', [
      impersonationId,
    ]);
  },
});
