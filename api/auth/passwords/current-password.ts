import type { Pool } from 'pg';
import { z } from 'zod';
import { comparedHash } from '#/api/auth/better-auth.ts';

/** The body of better-auth's answer to a sign-in. */
const signInBody = z.object({ token: z.string() });

/** Records that the sign-in proved the password. The time is by the database's clock, because that of a process may be wrong. */
const PROVE_IF_CURRENT = `UPDATE auth.session SET "provenAt" = now() FROM auth.account
  WHERE session.token = $1 AND account."userId" = session."userId" AND account.password = $2`;

/** Signs in, which counts as a step-up. If the password was replaced while it was compared, ends the new session and answers 401. */
export const withCurrentPassword = async (
  pool: Pool,
  signIn: () => Promise<Response>,
): Promise<Response> => {
  const compared: { hash?: string } = {};
  const answer = await comparedHash.run(compared, signIn);
  if (!answer.ok) return answer;
  const { token } = signInBody.parse(await answer.clone().json());
  const { rowCount } = await pool.query(PROVE_IF_CURRENT, [token, compared.hash]);
  if (rowCount === 1) return answer;
  await pool.query('DELETE FROM auth.session WHERE token = $1', [token]);
  return new Response(null, { status: 401 });
};
