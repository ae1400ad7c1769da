import type { Pool, PoolClient } from 'pg';
import { Rejected } from '#/api/http/problem.ts';
import { INSTALLATION_ID } from '#/domain/platform/installation.ts';
import { transactionLock } from '#/ledger/database/advisory-locks.ts';
import { inTransaction } from '#/ledger/database/in-transaction.ts';
import { ACCEPTED, UNFINISHED, type Membership } from '#/api/auth/memberships.ts';
import { thisMachine } from '#/ledger/machine.ts';
import { unlessInUse, useLink, type ReservePerson } from './use-link.ts';
import { digestOf } from './link-tokens.ts';
import { USABLE } from './recovery-links.ts';

export interface Invitation {
  /** For `functionary` and `manager`, the record exists already. */
  readonly kind: 'administrator' | 'master' | 'functionary' | 'manager' | 'recovery';
  /** Null when the holder of the link chooses it. */
  readonly email: string | null;
  /** `INSTALLATION_ID` for a master; empty for `recovery`. */
  readonly platformId: string;
  /** Empty for `recovery`. */
  readonly personId: string;
  /** The member of staff or master who invited; null for other kinds. */
  readonly invitedBy: string | null;
  /** True for a link for the first master, which is void once there is a master. */
  readonly isFirst: boolean;
}

/** How long the link for an administrator or a master works. */
export const INVITATION_MINUTES = 60;

/**
 * A new link to the same e-mail takes over the person's id of the earlier link, so that it completes what an interrupted use wrote.
 * `is_first`: for the first master, or an administrator's link that an earlier release printed for an empty installation.
 */
export const invitationSchema = `
  CREATE TABLE IF NOT EXISTS auth.invitation (
    token_hash bytea PRIMARY KEY, is_first boolean NOT NULL, email text,
    platform_id text NOT NULL, staff_id text NOT NULL, expires_at timestamptz NOT NULL,
    CHECK (is_first OR email IS NOT NULL));
  CREATE UNIQUE INDEX IF NOT EXISTS invitation_first ON auth.invitation (is_first) WHERE is_first;
  DO $$ BEGIN
    IF EXISTS (SELECT FROM pg_indexes WHERE schemaname = 'auth' AND indexname = 'invitation_email' AND indexdef NOT LIKE '%platform_id%')
    THEN DROP INDEX auth.invitation_email; END IF;
  END $$;
  CREATE UNIQUE INDEX IF NOT EXISTS invitation_email ON auth.invitation (email, platform_id) WHERE NOT is_first;
  CREATE TABLE IF NOT EXISTS auth.master_invitation (
    token_hash bytea PRIMARY KEY, master_id text NOT NULL, email text, expires_at timestamptz NOT NULL);
  ALTER TABLE auth.master_invitation ADD COLUMN IF NOT EXISTS is_first boolean NOT NULL DEFAULT false;
  CREATE UNIQUE INDEX IF NOT EXISTS master_invitation_email ON auth.master_invitation (coalesce(email, ''));`;

const isUnfinished = (kind: 'staff' | 'master', id: string): string =>
  `EXISTS (SELECT FROM ${UNFINISHED} WHERE kind = '${kind}' AND person_id = ${id})`;

/**
 * Deletes expired invitations. Keeps first ones, the one of e-mail $1 to platform $2, which is replaced next, and those of people who did
 * not finish accepting: a newer link to the same e-mail completes that.
 */
const FORGET = `DELETE FROM auth.invitation WHERE NOT is_first AND expires_at < now()
  AND (email, platform_id) <> ($1, $2) AND NOT ${isUnfinished('staff', 'staff_id')}`;

/** Deletes expired links for masters, first ones too. Keeps the one of e-mail $1, and those of masters who did not finish accepting. */
const FORGET_MASTERS = `DELETE FROM auth.master_invitation WHERE expires_at < now() AND email IS DISTINCT FROM $1
  AND NOT ${isUnfinished('master', 'master_id')}`;

/** False also while the table does not exist. */
const isAnyIn = async (pool: Pool, table: string, condition: string): Promise<boolean> => {
  const lookup = await pool.query<{ found: string | null }>('SELECT to_regclass($1) AS found', [
    table,
  ]);
  if (lookup.rows[0]?.found == null) return false;
  const { rows } = await pool.query(`SELECT FROM ${table} WHERE ${condition} LIMIT 1`);
  return rows.length > 0;
};

/**
 * True while there is a link for a master, even an expired one, or for a first administrator by an earlier release. Works before the tables
 * exist.
 */
export const isFirstAwaited = async (pool: Pool): Promise<boolean> =>
  (await isAnyIn(pool, 'auth.invitation', 'is_first')) ||
  (await isAnyIn(pool, 'auth.master_invitation', 'true'));

/** Invites an administrator, in place of an earlier invitation of this e-mail to this platform. @returns the token */
export const invite = (pool: Pool, email: string, platformId: string): Promise<string> =>
  inTransaction(pool, async (client) => {
    await client.query(FORGET, [email, platformId]);
    const token = thisMachine.bytes(32).toString('base64url');
    await client.query(
      `INSERT INTO auth.invitation VALUES ($1, false, $2, $3, $4, now() + $5 * interval '1 minute')
       ON CONFLICT (email, platform_id) WHERE NOT is_first DO UPDATE SET token_hash = excluded.token_hash,
         expires_at = excluded.expires_at`,
      [digestOf(token), email, platformId, thisMachine.uuid(), INVITATION_MINUTES],
    );
    return token;
  });

const inviteMasterIn = async (
  client: PoolClient,
  email: string | null,
  isFirst: boolean,
): Promise<string> => {
  await client.query(FORGET_MASTERS, [email]);
  const token = thisMachine.bytes(32).toString('base64url');
  await client.query(
    `INSERT INTO auth.master_invitation (token_hash, master_id, email, expires_at, is_first)
     VALUES ($1, $2, $3, now() + $4 * interval '1 minute', $5)
     ON CONFLICT (coalesce(email, '')) DO UPDATE SET token_hash = excluded.token_hash, expires_at = excluded.expires_at,
       is_first = excluded.is_first, master_id = CASE WHEN excluded.email IS NULL THEN excluded.master_id ELSE master_invitation.master_id END`,
    [digestOf(token), thisMachine.uuid(), email, INVITATION_MINUTES, isFirst],
  );
  return token;
};

/**
 * Invites a master, in place of an earlier invitation of this e-mail. The master's id stays, so that the link completes an interrupted use.
 * @param email null when the person chooses it; then the master's id is new @returns the token
 */
export const inviteMaster = (pool: Pool, email: string | null): Promise<string> =>
  inTransaction(pool, (client) => inviteMasterIn(client, email, false));

/**
 * Invites the first person of an empty installation, who becomes its master. If a link is made, all earlier links for a first person or a
 * master end.
 * @param email null = the person chooses it
 * @param maySignIn whether a member of staff or a master with a password may sign in: the log may have lost their record
 * @returns the link's token; undefined once one of them may sign in
 */
export const inviteFirst = (
  pool: Pool,
  email: string | null,
  maySignIn: (member: Membership) => Promise<boolean> = async () => true,
): Promise<string | undefined> =>
  inTransaction(pool, async (client) => {
    // Waits for a concurrent use of a link, so that the query sees the user whom that use makes.
    await client.query(`SET LOCAL lock_timeout = '5s'`);
    await client.query('SELECT FROM auth.master_invitation FOR UPDATE');
    await client.query('DELETE FROM auth.invitation WHERE is_first');
    const { rows } = await client.query<Membership>(
      `SELECT kind, person_id AS "personId", platform_id AS "platformId" FROM ${ACCEPTED}
       WHERE kind IN ('staff', 'master') ORDER BY joined_at`,
    );
    for (const member of rows) if (await maySignIn(member)) return undefined;
    await client.query('DELETE FROM auth.master_invitation WHERE email IS DISTINCT FROM $1', [
      email,
    ]);
    return inviteMasterIn(client, email, true);
  });

const END_MASTER_LINKS = `DELETE FROM auth.master_invitation WHERE master_id = $1 OR email = (
  SELECT who.email FROM auth.membership JOIN auth."user" AS who ON who.id = user_id WHERE kind = 'master' AND person_id = $1)`;

/** Ends the links by which a blocked master could become one again. */
export const endMasterLinks = async (pool: Pool, masterId: string): Promise<void> =>
  void (await pool.query(END_MASTER_LINKS, [masterId]));

const FIND = `SELECT 'administrator' AS kind, email, platform_id AS "platformId", staff_id AS "personId", NULL AS "invitedBy", false AS "isFirst"
  FROM auth.invitation WHERE NOT is_first AND token_hash = $1 AND expires_at > now()`;

const FIND_MASTER = `SELECT 'master' AS kind, email, '${INSTALLATION_ID}' AS "platformId", master_id AS "personId",
    NULL AS "invitedBy", is_first AS "isFirst"
  FROM auth.master_invitation WHERE token_hash = $1 AND expires_at > now()`;

const FIND_STAFF = `SELECT CASE kind WHEN 'manager' THEN 'manager' ELSE 'functionary' END AS kind, email, platform_id AS "platformId", staff_id AS "personId",
    invited_by AS "invitedBy", false AS "isFirst"
  FROM auth.staff_invitation WHERE token_hash = $1 AND expires_at > now()`;

/** Selects all recovery links of a person, so that all can be locked; the one with this token comes first. */
const FIND_RECOVERY = `SELECT 'recovery' AS kind, who.email, '' AS "platformId", '' AS "personId", NULL AS "invitedBy", false AS "isFirst"
  FROM auth.recovery JOIN auth."user" AS who ON who.id = user_id
  WHERE user_id = (SELECT user_id FROM ${USABLE} WHERE token_hash = $1)
  ORDER BY token_hash = $1 DESC`;

const useUp: Readonly<Record<Invitation['kind'], string>> = {
  administrator: 'DELETE FROM auth.invitation WHERE token_hash = $1',
  master: 'DELETE FROM auth.master_invitation WHERE token_hash = $1',
  functionary: 'DELETE FROM auth.staff_invitation WHERE token_hash = $1',
  manager: 'DELETE FROM auth.staff_invitation WHERE token_hash = $1',
  recovery: `UPDATE auth.recovery SET used_at = coalesce(used_at, now())
    WHERE user_id = (SELECT user_id FROM auth.recovery WHERE token_hash = $1)`,
};

/** @throws Rejected `invitation/not-usable` */
export const findInvitation = async (
  client: Pool | PoolClient,
  token: string,
  lock: '' | 'NOWAIT' = '',
): Promise<Invitation> => {
  const digest = [digestOf(token)];
  const lockOf = (rows: string): string => (lock === '' ? '' : `FOR UPDATE OF ${rows} ${lock}`);
  const findBy = async (text: string): Promise<Invitation | undefined> =>
    (await client.query<Invitation>(text, digest)).rows[0];
  const invitation =
    (await findBy(`${FIND} ${lockOf('invitation')}`)) ??
    (await findBy(`${FIND_MASTER} ${lockOf('master_invitation')}`)) ??
    (await findBy(`${FIND_STAFF} ${lockOf('staff_invitation')}`)) ??
    (await findBy(`${FIND_RECOVERY} ${lockOf('recovery')}`));
  if (invitation === undefined) throw new Rejected('invitation/not-usable');
  return invitation;
};

/**
 * Waits for a concurrent use, but shorter than a request may take, because the process of that use may hang.
 * @throws Rejected `invitation/in-use`
 */
const lockMasterLinks = async (client: PoolClient): Promise<void> => {
  await client.query(`SET LOCAL lock_timeout = '3s'`);
  await unlessInUse(client.query(transactionLock('links for masters')));
};

/** Uses the link up once `work` has succeeded. @throws Rejected `invitation/not-usable`, `invitation/in-use` */
export const useInvitation = <Result>(
  pool: Pool,
  token: string,
  work: (invitation: Invitation, reserve: ReservePerson) => Promise<Result>,
): Promise<Result> =>
  useLink(pool, async (client, reserve) => {
    const invitation = await unlessInUse(findInvitation(client, token, 'NOWAIT'));
    if (invitation.kind === 'master') await lockMasterLinks(client);
    const result = await work(invitation, reserve);
    await client.query(useUp[invitation.kind], [digestOf(token)]);
    return result;
  });
