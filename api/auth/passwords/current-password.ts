import type { Pool } from 'pg';
import { z } from 'zod';
import { comparedHash } from '#/api/auth/better-auth.ts';

const opened = z.object({ token: z.string() });

const IS_CURRENT = `SELECT FROM auth.session JOIN auth.account USING ("userId")
  WHERE session.token = $1 AND account.password = $2`;

/** Signs in. If the password was replaced while it was compared, ends the new session and answers 401. */
export const withCurrentPassword = async (
  pool: Pool,
  signIn: () => Promise<Response>,
): Promise<Response> => {
  const compared: { hash?: string } = {};
  const answered = await comparedHash.run(compared, signIn);
  if (!answered.ok) return answered;
  const { token } = opened.parse(await answered.clone().json());
  const { rowCount } = await pool.query(IS_CURRENT, [token, compared.hash]);
  if (rowCount === 1) return answered;
  await pool.query('DELETE FROM auth.session WHERE token = $1', [token]);
  return new Response(null, { status: 401 });
};
