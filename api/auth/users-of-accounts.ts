import type { Pool } from 'pg';
import type { Accounts } from '#/ledger/vault/reapply-erasures.ts';

/** Takes away the sign-ins of these accounts, with name, e-mail, password and sessions. */
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
}

/** As which these accounts sign in. */
export const signInsOf = async (
  pool: Pool,
  { sellerIds, staffIds }: Accounts,
): Promise<readonly SignIn[]> => {
  if (sellerIds.length + staffIds.length === 0) return [];
  const { rows } = await pool.query<SignIn>(
    `SELECT email, name FROM auth."user"
     WHERE "sellerId" = ANY($1::text[]) OR "staffId" = ANY($2::text[]) ORDER BY email`,
    [sellerIds, staffIds],
  );
  return rows;
};
