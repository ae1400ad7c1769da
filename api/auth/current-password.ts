import type { Pool } from 'pg';
import { z } from 'zod';
import { comparedHash } from './better-auth.ts';
import type { Device } from './device-cookie.ts';

const IS_BEFORE = `SELECT FROM auth.account JOIN auth."user" AS who ON who.id = "userId"
  WHERE who.email = $1 AND to_timestamp($2) < date_trunc('second', account."updatedAt")`;

/**
 * Returns whether a device signed in with a password that was replaced since: its holder may be the reason. Asked of holders of its
 * cookie only, so that the time of this query tells strangers nothing.
 */
export const hasFormerPassword = async (
  pool: Pool,
  email: string,
  { signedInAt }: Device,
): Promise<boolean> => {
  const { rowCount } = await pool.query(IS_BEFORE, [email.trim().toLowerCase(), signedInAt]);
  return rowCount !== 0;
};

const opened = z.object({ token: z.string() });

const IS_CURRENT = `SELECT FROM auth.session JOIN auth.account USING ("userId")
  WHERE session.token = $1 AND account.password = $2`;

/**
 * Signs in, and answers 401 as for a wrong password if that was replaced while it was compared: the session that better-auth
 * then makes may come after `setPassword` has ended all others. If it is replaced later, that ends this session too.
 */
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
