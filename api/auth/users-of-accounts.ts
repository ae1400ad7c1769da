import type { Pool } from 'pg';
import { instantText } from '#/ledger/database/instant-text.ts';
import type { Accounts } from '#/ledger/vault/reapply-erasures.ts';
import type { User } from './user.ts';

/** Deletes the users of these accounts, with name, e-mail, password and sessions. */
export const removeUsers = async (pool: Pool, { sellerIds, staffIds }: Accounts): Promise<void> => {
  if (sellerIds.length + staffIds.length === 0) return;
  await pool.query(
    `DELETE FROM auth."user" WHERE "sellerId" = ANY($1::text[]) OR "staffId" = ANY($2::text[])`,
    [sellerIds, staffIds],
  );
};

export interface SignIn {
  readonly email: string;
  readonly name: string;
  /** Those that have not ended. */
  readonly sessions: {
    readonly userAgent: string | null;
    readonly beganAt: string;
    readonly usedAt: string;
  }[];
}

/** Returns the users of these accounts. */
export const signInsOf = async (
  pool: Pool,
  { sellerIds, staffIds }: Accounts,
): Promise<readonly SignIn[]> => {
  if (sellerIds.length + staffIds.length === 0) return [];
  const { rows } = await pool.query<SignIn>(
    `SELECT email, name, coalesce((
       SELECT json_agg(json_build_object('userAgent', "userAgent", 'beganAt', ${instantText('"createdAt"')},
         'usedAt', ${instantText('"updatedAt"')}) ORDER BY "createdAt")
       FROM auth.session WHERE "userId" = who.id AND "expiresAt" > now()), '[]') AS sessions
     FROM auth."user" AS who
     WHERE "sellerId" = ANY($1::text[]) OR "staffId" = ANY($2::text[]) ORDER BY email`,
    [sellerIds, staffIds],
  );
  return rows;
};

/** Returns the user with this e-mail, in lower case. */
export const userOf = async (pool: Pool, email: string): Promise<User | undefined> => {
  const { rows } = await pool.query<User>(
    `SELECT email, name, "platformId", "sellerId", "staffId" FROM auth."user" WHERE email = $1`,
    [email],
  );
  return rows[0];
};

/** Returns the platforms that have staff users. */
export const platformsWithStaff = async (pool: Pool): Promise<readonly string[]> => {
  const { rows } = await pool.query<{ platformId: string }>(
    `SELECT DISTINCT "platformId" FROM auth."user" WHERE "staffId" IS NOT NULL ORDER BY 1`,
  );
  return rows.map(({ platformId }) => platformId);
};
