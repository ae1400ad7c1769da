import type { Pool } from 'pg';
import { instantText } from '#/ledger/database/instant-text.ts';
import type { Impersonation } from '#/domain/access/commands.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import type { LiveSession } from '#/api/auth/live-session.ts';

/** A row stays until the end of the impersonation is recorded in the log. The revisions are those at its beginning. */
export const impersonationSchema = `
  CREATE TABLE IF NOT EXISTS auth.impersonation (
    impersonation_id text PRIMARY KEY, session_id text UNIQUE REFERENCES auth.session (id) ON DELETE SET NULL,
    staff_id text NOT NULL, seller_id text NOT NULL, platform_id text NOT NULL,
    ends_at timestamptz NOT NULL, ended_at timestamptz);
  ALTER TABLE auth.impersonation
    ADD COLUMN IF NOT EXISTS staff_revision integer NOT NULL DEFAULT -1,
    ADD COLUMN IF NOT EXISTS seller_revision integer NOT NULL DEFAULT -1;`;

/** SQL that joins a session's current impersonation. */
export const IMPERSONATED = `LEFT JOIN auth.impersonation AS acting ON acting.session_id = session.id
  AND acting.staff_id = session."personId" AND acting.ended_at IS NULL AND acting.ends_at > now()`;

/** The revisions of both records when an impersonation began; a later revision ends it. */
export interface BegunAt {
  readonly staffRevision: number;
  readonly sellerRevision: number;
}

export interface CurrentImpersonation extends BegunAt {
  readonly impersonationId: string;
  readonly sellerId: string;
  readonly until: Timestamp;
}

/** An impersonation whose row says that it has not ended. */
export type RunningImpersonation = BegunAt &
  Pick<Impersonation, 'impersonationId' | 'staffId' | 'sellerId'>;

/** An impersonation whose end is not recorded yet. */
export interface EndedImpersonation extends Impersonation {
  readonly platformId: string;
  readonly endedAt: Timestamp;
}

/** Inserts nothing when the session ended, changed its membership or has an impersonation. */
const BEGIN = `INSERT INTO auth.impersonation (impersonation_id, session_id, staff_id, seller_id, platform_id, ends_at,
    staff_revision, seller_revision)
  SELECT $1, session.id, $3, $4, $5, $6, $7, $8 FROM auth.session WHERE session.id = $2 AND session."personId" = $3 ON CONFLICT DO NOTHING`;

const CURRENT = `SELECT acting.impersonation_id AS "impersonationId", acting.seller_id AS "sellerId",
    ${instantText('acting.ends_at')} AS until, staff_revision AS "staffRevision", seller_revision AS "sellerRevision"
  FROM auth.session ${IMPERSONATED} WHERE session.id = $1 AND acting.impersonation_id IS NOT NULL`;

/** Does not change a time of end that is set already. */
const END = `UPDATE auth.impersonation SET session_id = NULL, ended_at = coalesce(ended_at, least(ends_at, now()))`;

const ENDED = `${END} WHERE session_id IS NULL OR ends_at <= now()
  RETURNING impersonation_id AS "impersonationId", staff_id AS "staffId", seller_id AS "sellerId", platform_id AS "platformId",
    ${instantText('ended_at')} AS "endedAt"`;

const RUNNING = `SELECT impersonation_id AS "impersonationId", staff_id AS "staffId", seller_id AS "sellerId",
    staff_revision AS "staffRevision", seller_revision AS "sellerRevision"
  FROM auth.impersonation WHERE session_id IS NOT NULL AND ends_at > now()`;

export const findImpersonation = async (
  pool: Pool,
  sessionId: string,
): Promise<CurrentImpersonation | undefined> => {
  const { rows } = await pool.query<CurrentImpersonation>(CURRENT, [sessionId]);
  return rows[0];
};

export const endImpersonationIn = async (pool: Pool, sessionId: string): Promise<void> => {
  await pool.query(`${END} WHERE session_id = $1`, [sessionId]);
};

export const createImpersonations = (pool: Pool, forget: () => void) => ({
  /** @returns false when the session ended, or has another membership or an impersonation */
  begin: async (
    { id }: Pick<LiveSession, 'id'>,
    wanted: Impersonation & BegunAt & { readonly platformId: string; readonly until: Timestamp },
  ): Promise<boolean> => {
    const { impersonationId, staffId, sellerId, platformId, until } = wanted;
    const { staffRevision, sellerRevision } = wanted;
    // A row whose time is up would block the new one.
    await pool.query(`${END} WHERE session_id = $1 AND ends_at <= now()`, [id]);
    const { rowCount } = await pool.query(BEGIN, [
      impersonationId,
      id,
      staffId,
      sellerId,
      platformId,
      until,
      staffRevision,
      sellerRevision,
    ]);
    forget();
    return rowCount === 1;
  },

  findCurrent: ({ id }: Pick<LiveSession, 'id'>): Promise<CurrentImpersonation | undefined> =>
    findImpersonation(pool, id),

  end: async (impersonationId: string): Promise<void> => {
    await pool.query(`${END} WHERE impersonation_id = $1`, [impersonationId]);
    forget();
  },

  listRunning: async (): Promise<readonly RunningImpersonation[]> =>
    (await pool.query<RunningImpersonation>(RUNNING)).rows,

  /** Returns each ended impersonation until it is removed. */
  listEnded: async (): Promise<readonly EndedImpersonation[]> => {
    const { rows } = await pool.query<EndedImpersonation>(ENDED);
    return rows;
  },

  remove: async (impersonationId: string): Promise<void> => {
    await pool.query('DELETE FROM auth.impersonation WHERE impersonation_id = $1', [
      impersonationId,
    ]);
  },
});
