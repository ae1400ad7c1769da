import type { Pool } from 'pg';
import type { PersonKind } from '#/domain/access/commands.ts';
import { instantText } from '#/ledger/database/instant-text.ts';
import { columnsOf, type Accounts } from '#/ledger/vault/accounts.ts';
import { ACCEPTED, OF_ACCOUNTS } from './memberships.ts';
import { HAS_PASSWORD } from './links/recovery-links.ts';
import type { User } from './user.ts';

/** How a person signs in, for an export of their data. */
export interface SignIn {
  readonly kind: PersonKind;
  readonly personId: string;
  readonly email: string;
  readonly name: string;
  /** The e-mail that the user is changing to. */
  readonly newEmail: string | null;
  /** Null if nothing was chosen. */
  readonly preferences: {
    readonly language: string | null;
    readonly theme: string | null;
    readonly switchedOff: string[];
  } | null;
  /** Open sessions in this membership. */
  readonly sessions: {
    readonly userAgent: string | null;
    readonly beganAt: string;
    readonly usedAt: string;
  }[];
}

/** Returns how the people of these accounts sign in. */
export const signInsOf = async (pool: Pool, accounts: Accounts): Promise<readonly SignIn[]> => {
  const columns = columnsOf(accounts);
  const { rows } = await pool.query<SignIn>(
    `SELECT kind, person_id AS "personId", email, name,
       (SELECT new_email FROM auth.email_change WHERE user_id = who.id AND ended_at IS NULL
         ORDER BY requested_at DESC LIMIT 1) AS "newEmail",
       (SELECT json_build_object('language', language, 'theme', theme, 'switchedOff', switched_off)
         FROM auth.preference WHERE user_id = who.id) AS preferences,
       coalesce((
       SELECT json_agg(json_build_object('userAgent', "userAgent", 'beganAt', ${instantText('"createdAt"')},
         'usedAt', ${instantText('"updatedAt"')}) ORDER BY "createdAt")
       FROM auth.session WHERE "userId" = who.id AND session.kind = membership.kind AND "personId" = person_id
         AND "expiresAt" > now()), '[]') AS sessions
     FROM auth.membership JOIN auth."user" AS who ON who.id = user_id
     WHERE ${OF_ACCOUNTS} ORDER BY email, kind, person_id`,
    [...columns],
  );
  return rows;
};

/** Returns the user with this e-mail, if they have a password. @param email in lower case */
export const userOf = async (pool: Pool, email: string): Promise<User | undefined> => {
  const { rows } = await pool.query<User>(
    `SELECT email, name FROM auth."user" AS who WHERE email = $1 AND ${HAS_PASSWORD}`,
    [email],
  );
  return rows[0];
};

/** Whether any member of staff or master has a password. */
export const hasOperators = async (pool: Pool): Promise<boolean> => {
  const { rows } = await pool.query(
    `SELECT FROM ${ACCEPTED} WHERE kind IN ('staff', 'master') LIMIT 1`,
  );
  return rows.length > 0;
};

export const listPlatformsWithStaff = async (pool: Pool): Promise<readonly string[]> => {
  const { rows } = await pool.query<{ platformId: string }>(
    `SELECT DISTINCT platform_id AS "platformId" FROM auth.membership WHERE kind = 'staff' ORDER BY 1`,
  );
  return rows.map(({ platformId }) => platformId);
};
