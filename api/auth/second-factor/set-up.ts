import type { Pool } from 'pg';
import type { LiveSession } from '#/api/auth/live-session.ts';
import { inTransaction } from '#/ledger/database/in-transaction.ts';
import { newRecoveryCodes, newSecret, plainCode, readable, type NewSecret } from './codes.ts';
import type { Seals } from './seals.ts';

/** Longer than anyone needs to scan a code, and to mistype it. */
const SET_UP_MINUTES = 15;
const MOST_TRIES = 5;

/** A secret whose app is to show a code. */
interface Begun {
  readonly pending: Buffer;
  /** Milliseconds by the clock of the database, which processes share. */
  readonly now: string;
}

const BEGIN = `INSERT INTO auth.second_factor (user_id, pending, begun_at) VALUES ($1, $2, now())
  ON CONFLICT (user_id) DO UPDATE SET pending = excluded.pending, begun_at = excluded.begun_at, tries = 0`;

/** Counted before the code is compared, so that of many at once no more are compared either. */
const TRY = `UPDATE auth.second_factor SET tries = tries + 1 WHERE user_id = $1 AND pending IS NOT NULL AND tries < ${MOST_TRIES}
  AND begun_at > now() - interval '${SET_UP_MINUTES} minutes' RETURNING pending, extract(epoch FROM now()) * 1000 AS now`;

/** A secret that was replaced meanwhile is confirmed by no code of the one before. */
const CONFIRM = `UPDATE auth.second_factor SET secret = pending, pending = NULL, last_period = $3, recovery_codes = $4,
  changed_at = now() WHERE user_id = $1 AND pending = $2`;

/** Sessions elsewhere showed no code. */
export const END_OTHERS = `DELETE FROM auth.session WHERE "userId" = $1 AND id <> $2`;
const MARK = `UPDATE auth.session SET "factorAt" = now(), "provenAt" = now() WHERE id = $1`;

/** Gives a user an authenticator app, the first or another one. */
export const createSetUp = (
  pool: Pool,
  { seals, forget }: { readonly seals: Seals; readonly forget: () => void },
) => {
  const { seal, periodIn, digestsOf } = seals;
  return {
    /** Makes a secret, which counts once its app has shown a code. */
    begin: async ({ userId, user }: LiveSession): Promise<NewSecret> => {
      const made = newSecret(user.email);
      await pool.query(BEGIN, [userId, seal(userId, made.bytes)]);
      return made;
    },

    /**
     * Switches it on, and ends the user's other sessions. @param typed the code that the app shows
     * @returns recovery codes, which are readable nowhere else; `over` where nothing waits to be confirmed, or no longer
     */
    confirm: async (
      { id, userId }: Pick<LiveSession, 'id' | 'userId'>,
      typed: string,
    ): Promise<readonly string[] | 'wrong' | 'over'> => {
      const { rows } = await pool.query<Begun>(TRY, [userId]);
      const [begun] = rows;
      if (!begun) return 'over';
      const period = periodIn(userId, begun.pending, plainCode(typed), begun.now);
      if (period === undefined) return 'wrong';
      const codes = newRecoveryCodes();
      const isConfirmed = await inTransaction(pool, async (client) => {
        const values = [userId, begun.pending, period, digestsOf(userId, codes)];
        const { rowCount } = await client.query(CONFIRM, values);
        if (rowCount !== 1) return false;
        await client.query(END_OTHERS, [userId, id]);
        await client.query(MARK, [id]);
        return true;
      });
      forget();
      return isConfirmed ? codes.map(readable) : 'over';
    },
  };
};
