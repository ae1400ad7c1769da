import type { Pool, PoolClient } from 'pg';
import { rulesOfKind } from '#/api/contract/roles.ts';
import type { PlatformPerson, PersonKind } from '#/domain/access/commands.ts';
import { personKinds } from '#/domain/access/events.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import { inTransaction } from '#/ledger/database/in-transaction.ts';
import { instantText } from '#/ledger/database/instant-text.ts';
import { sql, statementOf } from '#/ledger/database/sql.ts';
import { thisMachine } from '#/ledger/machine.ts';
import { columnsOf, type Accounts } from '#/ledger/vault/accounts.ts';
import { endBy, endedSessionSchema } from './session-end/ended-sessions.ts';
import { endImpersonationIn } from './impersonation/impersonations.ts';
import { HAS_PASSWORD } from './links/recovery-links.ts';
import type { User } from './user.ts';

/** A user's right to sign in as one person, whose record in the log says what they may do. */
export type Membership = PlatformPerson;

/** Migrates tables from before 2026-11-27. */
const TAKE_OVER = `DO $$ BEGIN
  IF EXISTS (SELECT FROM information_schema.columns
    WHERE table_schema = 'auth' AND table_name = 'user' AND column_name = 'staffId') THEN
    INSERT INTO auth.membership (kind, person_id, platform_id, user_id, joined_at)
      SELECT 'staff', "staffId", "platformId", id, "createdAt" FROM auth."user" WHERE "staffId" IS NOT NULL
      UNION ALL SELECT 'seller', "sellerId", "platformId", id, "createdAt" FROM auth."user" WHERE "sellerId" IS NOT NULL
      ON CONFLICT DO NOTHING;
    UPDATE auth.session SET kind = CASE WHEN "staffId" IS NULL THEN 'seller' ELSE 'staff' END,
        "personId" = coalesce("staffId", "sellerId"), "platformId" = who."platformId"
      FROM auth."user" AS who WHERE who.id = "userId" AND coalesce("staffId", "sellerId") IS NOT NULL;
    ALTER TABLE auth."user" DROP COLUMN "staffId", DROP COLUMN "sellerId", DROP COLUMN "platformId";
  END IF;
END $$;`;

/** Migrates tables from before 2026-11-29, which lack masters or managers. */
const TAKE_IN_KINDS = `DO $$ BEGIN
  IF EXISTS (SELECT FROM pg_constraint WHERE conrelid = 'auth.membership'::regclass AND conname = 'membership_kind_check'
    AND pg_get_constraintdef(oid) NOT LIKE '%manager%') THEN
    ALTER TABLE auth.membership DROP CONSTRAINT membership_kind_check,
      ADD CONSTRAINT membership_kind_check CHECK (kind IN ('staff', 'seller', 'master', 'manager'));
  END IF;
END $$;`;

export const membershipSchema = `
  CREATE TABLE IF NOT EXISTS auth.membership (
    kind text NOT NULL CHECK (kind IN ('staff', 'seller', 'master', 'manager')), person_id text NOT NULL, platform_id text NOT NULL,
    user_id text NOT NULL REFERENCES auth."user" (id) ON DELETE CASCADE,
    joined_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (kind, person_id));
  CREATE INDEX IF NOT EXISTS membership_of_user ON auth.membership (user_id, joined_at);
  ${TAKE_IN_KINDS}
  ${TAKE_OVER}`;

const WITH_USERS = 'auth.membership JOIN auth."user" AS who ON who.id = user_id';

/** SQL of memberships whose users (`who`) have a password. */
export const ACCEPTED = `${WITH_USERS} AND ${HAS_PASSWORD}`;

/** SQL of memberships whose users (`who`) have no password: they did not finish accepting. */
export const UNFINISHED = `${WITH_USERS} AND NOT ${HAS_PASSWORD}`;

/** @returns users by the record's id @param memberships SQL of memberships with their users as `who` */
const listUsers = async (
  pool: Pool,
  memberships: string,
  { kind, ids }: { readonly kind: PersonKind; readonly ids: readonly string[] },
): Promise<ReadonlyMap<string, User>> => {
  const { rows } = await pool.query<User & { readonly personId: string }>(
    `SELECT person_id AS "personId", email, name FROM ${memberships}
     WHERE membership.kind = $1 AND person_id = ANY($2)`,
    [kind, ids],
  );
  return new Map(rows.map(({ personId, ...member }) => [personId, member]));
};

/** Returns the memberships of the user with this e-mail, the oldest first. @param email in lower case */
export const membershipsOf = async (pool: Pool, email: string): Promise<readonly Membership[]> => {
  const { rows } = await pool.query<Membership>(
    `SELECT kind, person_id AS "personId", platform_id AS "platformId"
     FROM ${WITH_USERS} WHERE email = $1 ORDER BY joined_at, kind, person_id`,
    [email],
  );
  return rows;
};

const JOIN = `WITH made AS (
    INSERT INTO auth."user" (id, name, email, "emailVerified", "createdAt", "updatedAt")
    VALUES ($1, $2, $3, false, now(), now()) ON CONFLICT (email) DO NOTHING RETURNING id)
  INSERT INTO auth.membership (kind, person_id, platform_id, user_id)
  SELECT $4, $5, $6, id FROM (SELECT id FROM made UNION ALL SELECT id FROM auth."user" WHERE email = $3) AS who
  ON CONFLICT DO NOTHING`;

/** Deletes what `UNFINISHED` selects of user $1, except the record $2, $3. */
const DROP_UNFINISHED = `DELETE FROM auth.membership USING auth."user" AS who
  WHERE who.id = user_id AND email = $1 AND (kind, person_id) <> ($2, $3) AND NOT ${HAS_PASSWORD}`;

const FEW = 5;

interface MasterSince {
  readonly personId: string;
  readonly joinedAt: Timestamp;
}

/** Ends the recovery links of the users of these memberships. The links still count towards the daily maximum. */
const endRecoveryOf = (condition: Readonly<Record<string, string>>) =>
  statementOf(
    sql('auth.recovery')
      .update('used_at', sql.fn.now())
      .whereNull('used_at')
      .whereIn('user_id', sql('auth.membership').select('user_id').where(condition)),
  );

/** All e-mails are in lower case. */
export const createMemberships = (
  pool: Pool,
  sessions: {
    readonly sessionIdOf: (headers: Headers) => Promise<string | undefined>;
    readonly forget: () => void;
  },
) => ({
  of: (email: string) => membershipsOf(pool, email),

  /** Creates the user if absent, and gives them a membership. A record that already has a user keeps that user. */
  join: async (user: User, { kind, personId, platformId }: Membership): Promise<void> => {
    const id = thisMachine.uuid();
    await pool.query(JOIN, [id, user.name, user.email, kind, personId, platformId]);
  },

  /** Removes the other memberships of a person without a password, as none of them was accepted; their links can still give them. */
  dropUnfinished: async (
    email: string,
    { kind, personId }: Pick<Membership, 'kind' | 'personId'>,
  ): Promise<void> => void (await pool.query(DROP_UNFINISHED, [email, kind, personId])),

  /** Returns the masters who have accepted, the oldest first. */
  masters: async (): Promise<readonly (User & MasterSince)[]> => {
    const { rows } = await pool.query<User & MasterSince>(
      `SELECT person_id AS "personId", email, name, ${instantText('joined_at')} AS "joinedAt"
       FROM ${ACCEPTED} WHERE kind = 'master' ORDER BY joined_at, person_id`,
    );
    return rows;
  },

  /** Returns the platforms with staff; none if there are more than `FEW`, because callers look at each of them. */
  fewPlatforms: async (): Promise<readonly string[]> => {
    const { rows } = await pool.query<{ platformId: string }>(
      `SELECT DISTINCT platform_id AS "platformId" FROM auth.membership WHERE kind = 'staff' LIMIT ${FEW + 1}`,
    );
    return rows.length > FEW ? [] : rows.map(({ platformId }) => platformId);
  },

  /**
   * Chooses the membership as which the session's user acts, and ends the session's impersonation.
   * @returns false without such a membership or session
   */
  choose: async (headers: Headers, { kind, personId }: Membership): Promise<boolean> => {
    const sessionId = await sessions.sessionIdOf(headers);
    const { rowCount } = await pool.query(
      `UPDATE auth.session SET kind = membership.kind, "personId" = person_id, "platformId" = platform_id,
         "expiresAt" = least("expiresAt", session."createdAt" + make_interval(days => $4))
       FROM auth.membership
       WHERE session.id = $1 AND user_id = "userId" AND membership.kind = $2 AND person_id = $3`,
      [sessionId, kind, personId, rulesOfKind[kind].session.days],
    );
    if (rowCount === 1 && sessionId !== undefined) await endImpersonationIn(pool, sessionId);
    sessions.forget();
    return rowCount === 1;
  },

  /** Ends the sessions of a blocked membership, and the recovery links of its user (people.131). */
  endAccess: async ({ kind, personId }: Pick<Membership, 'kind' | 'personId'>): Promise<void> => {
    await pool.query(endBy('PERSON_BLOCKED', 'kind = $1 AND "personId" = $2'), [kind, personId]);
    await pool.query(endRecoveryOf({ kind, person_id: personId }));
    sessions.forget();
  },

  /** Returns ids of staff, and of invited staff and managers, whose e-mail contains `text`. @param text in lower case */
  staffWith: async (text: string): Promise<readonly string[]> => {
    const { rows } = await pool.query<{ staffId: string }>(
      `SELECT person_id AS "staffId" FROM ${WITH_USERS} WHERE kind = 'staff' AND position($1 IN email) > 0
       UNION SELECT staff_id FROM auth.staff_invitation WHERE position($1 IN email) > 0`,
      [text],
    );
    return rows.map(({ staffId }) => staffId);
  },

  /** As `endAccess`, for a blocked platform. */
  endAccessAt: async (platformId: string): Promise<void> => {
    await pool.query(endBy('PLATFORM_BLOCKED', '"platformId" = $1'), [platformId]);
    await pool.query(endRecoveryOf({ platform_id: platformId }));
    sessions.forget();
  },

  /** Returns users by the record's id. */
  usersOf: (kind: PersonKind, ids: readonly string[]) => listUsers(pool, WITH_USERS, { kind, ids }),

  /** As `usersOf`, without users who did not finish accepting. */
  whoAccepted: (kind: PersonKind, ids: readonly string[]) =>
    listUsers(pool, ACCEPTED, { kind, ids }),
});

export type Memberships = ReturnType<typeof createMemberships>;

/** SQL of whether a row belongs to the accounts in $1, $2 (`columnsOf`). @param of the row's table */
const isOf = (of: string, personId: string): string =>
  `(${of}.kind, ${of}.${personId}) IN (SELECT * FROM unnest($1::text[], $2::text[]))`;

export const OF_ACCOUNTS = isOf('membership', 'person_id');

const removeIn = async (
  client: PoolClient,
  accounts: Accounts,
  cause: 'MEMBERSHIP_ENDED' | 'ERASED',
): Promise<void> => {
  const columns = [...columnsOf(accounts)];
  const { rows } = await client.query<{ readonly userId: string }>(
    `DELETE FROM auth.membership WHERE ${OF_ACCOUNTS} RETURNING user_id AS "userId"`,
    columns,
  );
  await client.query(endBy(cause, isOf('session', '"personId"')), columns);
  await client.query(
    `DELETE FROM auth."user" AS who WHERE id = ANY($1)
       AND NOT EXISTS (SELECT FROM auth.membership WHERE user_id = who.id)`,
    [rows.map(({ userId }) => userId)],
  );
};

/** Removes the memberships and sessions of these accounts, and users who then have no membership left. */
export const removeMemberships = (pool: Pool, accounts: Accounts): Promise<void> =>
  inTransaction(pool, (client) => removeIn(client, accounts, 'MEMBERSHIP_ENDED'));

/** Tables of links, which hold e-mails, with the column that has the account's id. */
const LINKS = {
  staff: [
    ['auth.invitation', 'staff_id'],
    ['auth.staff_invitation', 'staff_id'],
  ],
  seller: [['auth.registration', 'seller_id']],
  master: [['auth.master_invitation', 'master_id']],
  manager: [['auth.staff_invitation', 'staff_id']],
} as const satisfies Readonly<Record<PersonKind, readonly (readonly [string, string])[]>>;

/** A restored older database may lack a table. */
const hasTable = async (client: PoolClient, table: string): Promise<boolean> => {
  const { rows } = await client.query<{ isThere: boolean }>(
    'SELECT to_regclass($1) IS NOT NULL AS "isThere"',
    [table],
  );
  return rows[0]?.isThere === true;
};

/** Removes what `removeMemberships` does, and the links of these accounts. */
export const eraseAccess = async (pool: Pool, accounts: Accounts): Promise<void> => {
  if (columnsOf(accounts)[1].length === 0) return;
  await inTransaction(pool, async (client) => {
    for (const kind of personKinds) {
      for (const [table, id] of LINKS[kind])
        if (await hasTable(client, table))
          await client.query(`DELETE FROM ${table} WHERE ${id} = ANY($1)`, [accounts[kind]]);
    }
    if (!(await hasTable(client, 'auth.ended_session'))) await client.query(endedSessionSchema);
    await removeIn(client, accounts, 'ERASED');
  });
};
