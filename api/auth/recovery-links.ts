import { createHmac } from 'node:crypto';
import type { Pool } from 'pg';
import { derivedKey } from '#/ledger/vault/cipher.ts';
import { thisMachine } from '#/ledger/machine.ts';
import { digestOf, inTransaction } from './invitations.ts';

/** Validity of a link. */
const LINK_MINUTES = 60;
/** A person gets a link at most this often: anyone who knows their address may ask for one. */
const PAUSE_MINUTES = 10;
const MOST_A_DAY = 5;

/**
 * A link lets its person choose a new password. Those of a day are kept, so that they can be counted. All of a person are deleted when
 * one was used, and with the person.
 */
export const recoverySchema = `
  CREATE TABLE IF NOT EXISTS auth.recovery (
    link_id uuid PRIMARY KEY, token_hash bytea NOT NULL UNIQUE,
    user_id text NOT NULL REFERENCES auth."user" (id) ON DELETE CASCADE,
    requested_at timestamptz NOT NULL DEFAULT now(), expires_at timestamptz NOT NULL);
  CREATE INDEX IF NOT EXISTS recovery_of_user ON auth.recovery (user_id, requested_at);`;

/** Nothing is inserted while the person has had enough of them. */
const INSERT = `INSERT INTO auth.recovery (link_id, token_hash, user_id, expires_at)
  SELECT $1, $2, id, now() + interval '${LINK_MINUTES} minutes' FROM auth."user" AS who WHERE email = $3
    AND NOT EXISTS (SELECT FROM auth.recovery WHERE user_id = who.id
      AND requested_at > now() - interval '${PAUSE_MINUTES} minutes')
    AND (SELECT count(*) FROM auth.recovery WHERE user_id = who.id
      AND requested_at > now() - interval '1 day') < ${MOST_A_DAY}`;

/** A link, and the address of the sign-in for which it is. */
export interface RecoveryLink {
  readonly email: string;
  readonly url: string;
}

/**
 * The token of a link is derived from its id and a secret, so that the id can be in events and logs: the link is known only while the
 * mail is written. The token follows the #, which browsers do not send.
 */
export const createRecoveryLinks = (
  pool: Pool,
  { secret, publicUrl }: { readonly secret: string; readonly publicUrl: string },
) => {
  const key = derivedKey(Buffer.from(secret), 'recovery links');
  const tokenOf = (linkId: string): string =>
    createHmac('sha256', key).update(linkId).digest('base64url');

  return {
    /** Makes a link. @returns its id; undefined for an unknown address, and while its person has had enough of them */
    make: (email: string): Promise<string | undefined> =>
      inTransaction(pool, async (client) => {
        const linkId = thisMachine.uuid();
        // Of requests at the same moment each must see those before it.
        await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
          `recovery ${email}`,
        ]);
        const { rowCount } = await client.query(INSERT, [linkId, digestOf(tokenOf(linkId)), email]);
        return rowCount === 1 ? linkId : undefined;
      }),

    /** Returns a link that can be used; undefined when it was used or is over. */
    find: async (linkId: string): Promise<RecoveryLink | undefined> => {
      const { rows } = await pool.query<{ email: string }>(
        `SELECT email FROM auth.recovery JOIN auth."user" AS who ON who.id = user_id
         WHERE link_id = $1 AND recovery.expires_at > now()`,
        [linkId],
      );
      const [row] = rows;
      return row && { email: row.email, url: `${publicUrl}/welcome#${tokenOf(linkId)}` };
    },

    sweep: async (): Promise<void> => {
      await pool.query(`DELETE FROM auth.recovery WHERE requested_at < now() - interval '1 day'`);
    },
  };
};
