import type { Pool } from 'pg';
import type { Device } from './device-cookie.ts';

const IS_BEFORE = `SELECT FROM auth."user" AS who
  LEFT JOIN auth.account ON account."userId" = who.id
  LEFT JOIN auth.second_factor AS factor ON factor.user_id = who.id AND factor.secret IS NOT NULL
  WHERE who.email = $1
    AND to_timestamp($2) < date_trunc('second', greatest(account."updatedAt", factor.changed_at))`;

/**
 * Returns whether the device last signed in with all that a sign-in needs today: since then, neither was the password replaced nor a second
 * factor switched on. The owner may have done so because of the device's holder, who may have made many devices known before, each with a
 * count of its own. Called only for holders of the device's cookie, so that the duration of this query tells strangers nothing.
 */
export const isStillKnown = async (
  pool: Pool,
  email: string,
  { signedInAt }: Device,
): Promise<boolean> => {
  const { rowCount } = await pool.query(IS_BEFORE, [email.trim().toLowerCase(), signedInAt]);
  return rowCount === 0;
};
