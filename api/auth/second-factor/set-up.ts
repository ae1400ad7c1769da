import type { Pool } from 'pg';
import type { LiveSession } from '#/api/auth/live-session.ts';
import { endBy } from '#/api/auth/session-end/ended-sessions.ts';
import { inTransaction } from '#/ledger/database/in-transaction.ts';
import {
  newRecoveryCodes,
  newSecret,
  normaliseCode,
  formatRecoveryCode,
  type NewSecret,
} from './codes.ts';
import type { Encryption } from './encryption.ts';

/** Enough to scan a code, and to mistype a few times. */
const SET_UP_MINUTES = 15;
const MOST_TRIES = 5;

/** A new secret before its first right code. */
interface Begun {
  readonly pending: Buffer;
  /** Milliseconds by the database's clock, which processes share. */
  readonly now: string;
}

const BEGIN_SET_UP = `INSERT INTO auth.second_factor (user_id, pending, begun_at) VALUES ($1, $2, now())
  ON CONFLICT (user_id) DO UPDATE SET pending = excluded.pending, begun_at = excluded.begun_at, tries = 0`;

/** Counts a try before the code is compared, so that concurrent tries do not exceed `MOST_TRIES`. */
const TRY = `UPDATE auth.second_factor SET tries = tries + 1 WHERE user_id = $1 AND pending IS NOT NULL AND tries < ${MOST_TRIES}
  AND begun_at > now() - interval '${SET_UP_MINUTES} minutes' RETURNING pending, extract(epoch FROM now()) * 1000 AS now`;

/** Confirms only the secret whose code was compared: another secret may have replaced it meanwhile. */
const CONFIRM = `UPDATE auth.second_factor SET secret = pending, pending = NULL, last_period = $3, recovery_codes = $4,
  changed_at = now() WHERE user_id = $1 AND pending = $2`;

/** Ends the sessions of user $1, except $2. */
export const END_OTHERS = endBy('SECOND_FACTOR', `"userId" = $1 AND id <> $2`);
const MARK_FACTOR_SHOWN = `UPDATE auth.session SET "factorAt" = now(), "provenAt" = now() WHERE id = $1`;

export const createSetUp = (
  pool: Pool,
  { encryption, forget }: { readonly encryption: Encryption; readonly forget: () => void },
) => {
  const { encryptSecret, periodIn, digestsOf } = encryption;
  return {
    /** Makes a secret, which is used for sign-ins only after `confirm`. */
    begin: async ({ userId, user }: LiveSession): Promise<NewSecret> => {
      const secret = newSecret(user.email);
      await pool.query(BEGIN_SET_UP, [userId, encryptSecret(userId, secret.bytes)]);
      return secret;
    },

    /** Switches the factor on, and ends the user's other sessions. @returns recovery codes; `over` after too many tries or too long */
    confirm: async (
      { id, userId }: Pick<LiveSession, 'id' | 'userId'>,
      typed: string,
    ): Promise<readonly string[] | 'wrong' | 'over'> => {
      const { rows } = await pool.query<Begun>(TRY, [userId]);
      const [begun] = rows;
      if (!begun) return 'over';
      const period = periodIn(userId, begun.pending, normaliseCode(typed), begun.now);
      if (period === undefined) return 'wrong';
      const codes = newRecoveryCodes();
      const isConfirmed = await inTransaction(pool, async (client) => {
        const values = [userId, begun.pending, period, digestsOf(userId, codes)];
        const { rowCount } = await client.query(CONFIRM, values);
        if (rowCount !== 1) return false;
        await client.query(END_OTHERS, [userId, id]);
        await client.query(MARK_FACTOR_SHOWN, [id]);
        return true;
      });
      forget();
      return isConfirmed ? codes.map(formatRecoveryCode) : 'over';
    },
  };
};
