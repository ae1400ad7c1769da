import type { Pool, PoolClient } from 'pg';
import type { Membership } from '#/api/auth/memberships.ts';
import { endBy } from '#/api/auth/session-end/ended-sessions.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import { instantText } from '#/ledger/database/instant-text.ts';
import { inTransaction } from '#/ledger/database/in-transaction.ts';
import { sql, statementOf } from '#/ledger/database/sql.ts';
import { SWITCH_OFF } from './second-factors.ts';

const RESET_HOURS = 24;

/** A row is deleted once staff have decided; the access trail records what they did. */
export const factorResetSchema = `
  CREATE TABLE IF NOT EXISTS auth.factor_reset (
    user_id text PRIMARY KEY REFERENCES auth.second_factor (user_id) ON DELETE CASCADE,
    reset_id uuid NOT NULL UNIQUE, kind text NOT NULL, person_id text NOT NULL, platform_id text NOT NULL,
    asked_by text NOT NULL, reason text NOT NULL, asked_at timestamptz NOT NULL DEFAULT now());
  CREATE INDEX IF NOT EXISTS factor_reset_of_platform ON auth.factor_reset (platform_id, asked_at);
  ALTER TABLE auth.factor_reset ADD COLUMN IF NOT EXISTS staff_revision integer;`;

/** A request to reset the second factor of the user with this membership. */
export interface AskedReset extends Membership {
  readonly kind: 'staff' | 'seller' | 'manager';
  readonly resetId: string;
  readonly askedBy: string;
  /** Revision of the record of `askedBy` when they asked; null in old requests. */
  readonly staffRevision: number | null;
  readonly reason: string;
}

export interface FactorReset extends AskedReset {
  /** E-mail of the user whose factor it is. */
  readonly email: string;
  readonly askedAt: Timestamp;
  readonly until: Timestamp;
}

const END = `(factor_reset.asked_at + interval '${RESET_HOURS} hours')`;

/** SQL of whether a reset is pending: it is void after `RESET_HOURS`, and once the second factor changed. */
const IS_PENDING = `${END} > now() AND secret IS NOT NULL AND factor_reset.asked_at >= factor.changed_at`;

const COLUMNS = `reset_id AS "resetId", kind, person_id AS "personId", platform_id AS "platformId", asked_by AS "askedBy",
  staff_revision AS "staffRevision", reason, ${instantText('asked_at')} AS "askedAt", ${instantText(END)} AS until, email`;

const WITH_USERS =
  'JOIN auth.second_factor AS factor USING (user_id) JOIN auth."user" AS who ON who.id = user_id';

/** Columns to find resets by, with values. */
type ResetKey = Readonly<Partial<Record<'email' | 'reset_id' | 'platform_id', string>>>;

/** Selects pending resets, the oldest first. */
const selectPending = (key: ResetKey) =>
  sql('auth.factor_reset')
    .joinRaw(WITH_USERS)
    .select(sql.raw(COLUMNS))
    .whereRaw(IS_PENDING)
    .where(key)
    .orderBy('asked_at');

/** Inserts nothing while the factor is off, or another reset is pending. */
const ASK = `INSERT INTO auth.factor_reset (user_id, reset_id, kind, person_id, platform_id, asked_by, reason, staff_revision)
  SELECT who.id, $2, $3, $4, $5, $6, $7, $8 FROM auth."user" AS who JOIN auth.second_factor ON user_id = who.id
  WHERE email = $1 AND secret IS NOT NULL
  ON CONFLICT (user_id) DO UPDATE SET reset_id = excluded.reset_id, kind = excluded.kind, person_id = excluded.person_id,
    platform_id = excluded.platform_id, asked_by = excluded.asked_by, reason = excluded.reason,
    staff_revision = excluded.staff_revision, asked_at = now()
  WHERE NOT EXISTS (SELECT FROM auth.second_factor AS factor WHERE factor.user_id = factor_reset.user_id AND ${IS_PENDING})`;

const TAKE = `DELETE FROM auth.factor_reset USING auth.second_factor AS factor
  WHERE factor.user_id = factor_reset.user_id AND reset_id = $1 AND ${IS_PENDING} RETURNING factor.user_id AS "userId"`;

const CANCEL = `DELETE FROM auth.factor_reset USING auth."user" AS who WHERE who.id = user_id AND email = $1`;

/** Switches off a user's factor, and ends their sessions. @returns whether the factor was on */
const switchOff = async (client: PoolClient, userId: string | undefined): Promise<boolean> => {
  const { rowCount } = await client.query(SWITCH_OFF, [userId]);
  if (rowCount !== 1) return false;
  await client.query(endBy('SECOND_FACTOR', '"userId" = $1'), [userId]);
  return true;
};

/** `record` runs before a step is committed, because the event that it records causes a mail that warns the user. */
export const createFactorResets = (pool: Pool, { forget }: { readonly forget: () => void }) => {
  const find = async (key: ResetKey) =>
    (await pool.query<FactorReset>(statementOf(selectPending(key)))).rows;

  return {
    /** Requests a reset. @param email of the user @returns false while the factor is off, or another reset is pending */
    ask: (email: string, asked: AskedReset, record: () => Promise<void>): Promise<boolean> =>
      inTransaction(pool, async (client) => {
        const { resetId, kind, personId, platformId, askedBy, reason, staffRevision } = asked;
        const ids = [email, resetId, kind, personId, platformId, askedBy];
        const values = [...ids, reason, staffRevision];
        const { rowCount } = await client.query(ASK, values);
        if (rowCount !== 1) return false;
        await record();
        return true;
      }),

    ofUser: async (email: string): Promise<FactorReset | undefined> => (await find({ email }))[0],

    byId: async (resetId: string): Promise<FactorReset | undefined> =>
      (await find({ reset_id: resetId }))[0],

    /** Returns the platform's pending resets, the oldest first. */
    ofPlatform: (platformId: string): Promise<readonly FactorReset[]> =>
      find({ platform_id: platformId }),

    /** Deletes the reset. @returns false when it is not pending */
    refuse: (resetId: string, record: () => Promise<void>): Promise<boolean> =>
      inTransaction(pool, async (client) => {
        const { rowCount } = await client.query(TAKE, [resetId]);
        if (rowCount !== 1) return false;
        await record();
        return true;
      }),

    /** Switches the factor off and ends the user's sessions. @returns false when the reset is not pending */
    execute: async (resetId: string, record: () => Promise<void>): Promise<boolean> => {
      const isDone = await inTransaction(pool, async (client) => {
        const { rows } = await client.query<{ userId: string }>(TAKE, [resetId]);
        if (!(await switchOff(client, rows[0]?.userId))) return false;
        await record();
        return true;
      });
      forget();
      return isDone;
    },

    /** Deletes the reset; the factor stays on. */
    cancel: async (email: string): Promise<void> => void (await pool.query(CANCEL, [email])),

    sweep: async (): Promise<void> => {
      await pool.query(`DELETE FROM auth.factor_reset WHERE ${END} <= now()`);
    },
  };
};

/** Switches off the factor of a person who lost it, and ends their sessions. @returns whether it was on */
export const resetSecondFactor = (pool: Pool, email: string): Promise<boolean> =>
  inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      'SELECT id FROM auth."user" WHERE email = $1',
      [email],
    );
    return switchOff(client, rows[0]?.id);
  });
