import type { Pool } from 'pg';
import { instantText } from '#/ledger/database/instant-text.ts';
import { inTransaction } from '#/ledger/database/in-transaction.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import type { LiveSession } from '#/api/auth/live-session.ts';
import { END_PROOF } from '#/api/auth/proven-session.ts';
import { isOfApp, newRecoveryCodes, normaliseCode, formatRecoveryCode } from './codes.ts';
import { createEncryption } from './encryption.ts';
import { createSetUp, END_OTHERS } from './set-up.ts';

/**
 * Secrets of authenticator apps (RFC 6238). A first right code turns `pending` into `secret`. A row stays when the factor is switched off,
 * because `changed_at` pauses withdrawals.
 */
export const secondFactorSchema = `
  CREATE TABLE IF NOT EXISTS auth.second_factor (
    user_id text PRIMARY KEY REFERENCES auth."user" (id) ON DELETE CASCADE,
    secret bytea, pending bytea, begun_at timestamptz, tries integer NOT NULL DEFAULT 0,
    last_period bigint NOT NULL DEFAULT 0, recovery_codes bytea[] NOT NULL DEFAULT '{}', changed_at timestamptz);`;

/** `recovery`: a right recovery code, now used up. */
export type CodeOutcome = 'no-factor' | 'missing' | 'wrong' | 'right' | 'recovery';

/** An event for the access trail, which causes a mail that warns the person. */
export const usedRecoveryCode = {
  type: 'RecordSecondFactor',
  change: 'RECOVERY_CODE_USED',
} as const;

export interface SecondFactor {
  /** Null while the factor is off. */
  readonly since: Timestamp | null;
  readonly recoveryCodesLeft: number;
}

interface Stored {
  readonly secret: Buffer | null;
  /** Milliseconds by the database's clock, which processes share. */
  readonly now: string;
}

const FIND_SECRET = `SELECT secret, extract(epoch FROM now()) * 1000 AS now FROM auth.second_factor WHERE user_id = $1`;

const IS_ON = `SELECT FROM auth.second_factor JOIN auth."user" AS who ON who.id = user_id WHERE email = $1 AND secret IS NOT NULL`;

/** Updates nothing for a code that was used already, even in a concurrent request. */
const TAKE_CODE = `UPDATE auth.second_factor SET last_period = $2
  WHERE user_id = $1 AND secret = $3 AND last_period < $2`;

const TAKE_RECOVERY_CODE = `UPDATE auth.second_factor SET recovery_codes = array_remove(recovery_codes, $2)
  WHERE user_id = $1 AND secret IS NOT NULL AND $2 = ANY(recovery_codes)`;

const RENEW_CODES = `UPDATE auth.second_factor SET recovery_codes = $2 WHERE user_id = $1 AND secret IS NOT NULL`;

/** Updates nothing if the factor is off already. */
export const SWITCH_OFF = `UPDATE auth.second_factor SET secret = NULL, pending = NULL, last_period = 0, recovery_codes = '{}',
  changed_at = now() WHERE user_id = $1 AND secret IS NOT NULL`;

/** Without this, the session could still act in a role that needs a factor, although the factor is off. */
const UNMARK = `UPDATE auth.session SET "factorAt" = NULL WHERE id = $1`;

type Owner = Pick<LiveSession, 'id' | 'userId'>;

export const createSecondFactors = (
  pool: Pool,
  { secret, forget }: { readonly secret: string; readonly forget: () => void },
) => {
  const encryption = createEncryption(secret);
  const { periodIn, digest, digestsOf } = encryption;
  const find = async (userId: string): Promise<Stored | undefined> =>
    (await pool.query<Stored>(FIND_SECRET, [userId])).rows[0];

  return {
    ...createSetUp(pool, { encryption, forget }),

    stateOf: async (userId: string): Promise<SecondFactor> => {
      const { rows } = await pool.query<SecondFactor>(
        `SELECT ${instantText('changed_at')} AS since, cardinality(recovery_codes) AS "recoveryCodesLeft"
         FROM auth.second_factor WHERE user_id = $1 AND secret IS NOT NULL`,
        [userId],
      );
      return rows[0] ?? { since: null, recoveryCodesLeft: 0 };
    },

    /** @param email in lower case */
    isOn: async (email: string): Promise<boolean> =>
      (await pool.query(IS_ON, [email])).rowCount === 1,

    /** Checks a code of the app or a recovery code, and uses it up. @param typed undefined if the person gave none */
    take: async (userId: string, typed: string | undefined): Promise<CodeOutcome> => {
      const stored = await find(userId);
      if (!stored?.secret) return 'no-factor';
      if (typed === undefined) return 'missing';
      const code = normaliseCode(typed);
      if (!isOfApp(code)) {
        const result = await pool.query(TAKE_RECOVERY_CODE, [userId, digest(userId, code)]);
        return result.rowCount === 1 ? 'recovery' : 'wrong';
      }
      const period = periodIn(userId, stored.secret, code, stored.now);
      if (period === undefined) return 'wrong';
      const { rowCount } = await pool.query(TAKE_CODE, [userId, period, stored.secret]);
      return rowCount === 1 ? 'right' : 'wrong';
    },

    /** Replaces the recovery codes; undefined while the factor is off. */
    renewRecoveryCodes: async (userId: string) => {
      const codes = newRecoveryCodes();
      const { rowCount } = await pool.query(RENEW_CODES, [userId, digestsOf(userId, codes)]);
      return rowCount === 1 ? codes.map(formatRecoveryCode) : undefined;
    },

    /** Switches the factor off, and ends the user's other sessions and this one's step-up. @returns false when the factor was off */
    switchOff: async ({ id, userId }: Owner): Promise<boolean> => {
      const isOff = await inTransaction(pool, async (client) => {
        const { rowCount } = await client.query(SWITCH_OFF, [userId]);
        await client.query(END_OTHERS, [userId, id]);
        await client.query(UNMARK, [id]);
        await client.query(END_PROOF, [id]);
        return rowCount === 1;
      });
      forget();
      return isOff;
    },
  };
};

export type SecondFactors = ReturnType<typeof createSecondFactors>;
