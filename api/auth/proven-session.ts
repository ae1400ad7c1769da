import type { Pool } from 'pg';
import type { Auth } from './better-auth.ts';
import type { LiveSession } from './live-session.ts';
import type { Membership } from './memberships.ts';

const PASSWORD_OF = `SELECT password FROM auth.account WHERE "userId" = $1 AND password IS NOT NULL`;

/** Updates nothing if the password was replaced while it was compared. */
const PROVE = `UPDATE auth.session SET "provenAt" = now() FROM auth.account
  WHERE session.id = $1 AND account."userId" = session."userId" AND account.password = $2`;

const PROVE_BY_CODE = `UPDATE auth.session SET "provenAt" = now(), "factorAt" = now() WHERE id = $1`;

/** By the database's clock, which processes share. A proof from the future is none: the clock of another copy of the database was wrong. */
const AGO = `SELECT CASE WHEN "provenAt" > coalesce("unprovenAt", '-infinity') AND "provenAt" <= now()
    THEN extract(epoch FROM now() - "provenAt") * 1000 ELSE 'Infinity' END AS ago
  FROM auth.session WHERE id = $1`;

const END_PROOFS = `UPDATE auth.session SET "unprovenAt" = now() WHERE`;

/** Ends the step-up of one session. */
export const END_PROOF = `${END_PROOFS} id = $1`;

/** Ends the proofs of all sessions of the user: a session that acts in another membership may return to this one. */
const END_PROOFS_OF = `${END_PROOFS} "userId" = (SELECT user_id FROM auth.membership WHERE kind = $1 AND person_id = $2)`;

/** Checks the password, and records the proof. @returns false if the password is wrong or was replaced, or the session has ended */
export const provePassword = async ({
  pool,
  auth,
  session: { id, userId },
  password,
}: {
  readonly pool: Pool;
  readonly auth: Auth;
  readonly session: LiveSession;
  readonly password: string;
}): Promise<boolean> => {
  const { rows } = await pool.query<{ password: string }>(PASSWORD_OF, [userId]);
  const hash = rows[0]?.password;
  if (hash === undefined) return false;
  const { verify } = (await auth.$context).password;
  if (!(await verify({ hash, password }))) return false;
  const { rowCount } = await pool.query(PROVE, [id, hash]);
  return rowCount === 1;
};

/** Records that a right code was shown. @returns false once the session has ended */
export const proveByCode = async (pool: Pool, { id }: LiveSession): Promise<boolean> => {
  const { rowCount } = await pool.query(PROVE_BY_CODE, [id]);
  return rowCount === 1;
};

/** Ends the step-ups of a person whose rights change. */
export const endProofs = async (
  pool: Pool,
  { kind, personId }: Pick<Membership, 'kind' | 'personId'>,
): Promise<void> => {
  await pool.query(END_PROOFS_OF, [kind, personId]);
};

/**
 * Returns milliseconds since the user last gave the password or a code; Infinity if that does not count any more, undefined once the
 * session has ended.
 */
export const readProofAge = async (
  pool: Pool,
  { id }: LiveSession,
): Promise<number | undefined> => {
  const { rows } = await pool.query<{ ago: string }>(AGO, [id]);
  return rows[0] && Number(rows[0].ago);
};
