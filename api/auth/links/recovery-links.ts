import type { Pool } from 'pg';
import { transactionLock } from '#/ledger/database/advisory-locks.ts';
import { inTransaction } from '#/ledger/database/in-transaction.ts';
import { thisMachine } from '#/ledger/machine.ts';
import { digestOf, type LinkTokens, type OpenLink } from './link-tokens.ts';

export const LINK_MINUTES = 60;
/** Anyone who knows an address may request a link for it. */
const PAUSE_MINUTES = 10;
const MOST_A_DAY = 5;

/**
 * A link works once, until it expires, and only while its user has the address to which it was mailed. Used and expired rows stay for a day
 * after the request, so that links can be counted (`MOST_A_DAY`).
 */
export const recoverySchema = `
  CREATE TABLE IF NOT EXISTS auth.recovery (
    link_id uuid PRIMARY KEY, token_hash bytea NOT NULL UNIQUE,
    user_id text NOT NULL REFERENCES auth."user" (id) ON DELETE CASCADE, email text NOT NULL,
    requested_at timestamptz NOT NULL DEFAULT now(), expires_at timestamptz NOT NULL, used_at timestamptz);
  CREATE INDEX IF NOT EXISTS recovery_of_user ON auth.recovery (user_id, requested_at);`;

/** SQL condition: `who` has a password. Users without one come from an interrupted invitation or registration. */
export const HAS_PASSWORD = `EXISTS (SELECT FROM auth.account WHERE "userId" = who.id AND password IS NOT NULL)`;

/** Inserts nothing after too many or too recent links. */
const INSERT = `INSERT INTO auth.recovery (link_id, token_hash, user_id, email, expires_at)
  SELECT $1, $2, id, email, now() + interval '${LINK_MINUTES} minutes' FROM auth."user" AS who WHERE email = $3 AND ${HAS_PASSWORD}
    AND NOT EXISTS (SELECT FROM auth.recovery WHERE user_id = who.id
      AND requested_at > now() - interval '${PAUSE_MINUTES} minutes')
    AND (SELECT count(*) FROM auth.recovery WHERE user_id = who.id
      AND requested_at > now() - interval '1 day') < ${MOST_A_DAY}`;

/** SQL of the usable links, with their users as `who`. */
export const USABLE = `auth.recovery JOIN auth."user" AS who ON who.id = user_id AND who.email = recovery.email
  AND used_at IS NULL AND recovery.expires_at > now() AND ${HAS_PASSWORD}`;

/** @param email in lower case @returns the token; undefined when no user with this e-mail has a password */
export const makeRecoveryLink = async (pool: Pool, email: string): Promise<string | undefined> => {
  const token = Buffer.from(thisMachine.bytes(32)).toString('base64url');
  const { rowCount } = await pool.query(
    `INSERT INTO auth.recovery (link_id, token_hash, user_id, email, expires_at)
     SELECT $1, $2, id, email, now() + interval '${LINK_MINUTES} minutes'
     FROM auth."user" AS who WHERE email = $3 AND ${HAS_PASSWORD}`,
    [thisMachine.uuid(), digestOf(token), email],
  );
  return rowCount === 1 ? token : undefined;
};

export const createRecoveryLinks = (pool: Pool, { digest, urlOf }: LinkTokens) => ({
  /** @returns the link's id; undefined when no user with this e-mail has a password, or after too many or too recent links */
  make: (email: string): Promise<string | undefined> =>
    inTransaction(pool, async (client) => {
      const linkId = thisMachine.uuid();
      // Requests for an address run one after another, so that each sees those before it.
      await client.query(transactionLock(`recovery ${email}`));
      const { rowCount } = await client.query(INSERT, [linkId, digest(linkId), email]);
      return rowCount === 1 ? linkId : undefined;
    }),

  find: async (linkId: string): Promise<OpenLink | undefined> => {
    const { rows } = await pool.query<{ email: string }>(
      `SELECT who.email FROM ${USABLE} WHERE link_id = $1`,
      [linkId],
    );
    const [row] = rows;
    return row && { email: row.email, url: urlOf(linkId) };
  },

  /** Deletes the links of a person, who may then request another at once. */
  cancel: async (email: string): Promise<void> => {
    const text = `DELETE FROM auth.recovery WHERE user_id = (SELECT id FROM auth."user" WHERE email = $1)`;
    await pool.query(text, [email]);
  },

  sweep: async (): Promise<void> => {
    await pool.query(`DELETE FROM auth.recovery WHERE requested_at < now() - interval '1 day'`);
  },
});
