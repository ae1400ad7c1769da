import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { Rejected } from '#/api/http/problem.ts';

/** What a link makes of the person who uses it. */
export interface Invitation {
  /** The first person of a place, who makes its platform too. */
  readonly isFirst: boolean;
  /** Who is invited; null when whoever has the link says so. */
  readonly email: string | null;
  readonly platformId: string;
  readonly staffId: string;
}

/** How long a link works. */
export const INVITATION_MINUTES = 60;

const HASHED = 'sha256';

/** Of the token only this is kept; it has 256 random bits, so that nothing slower is needed. */
const digestOf = (token: string): Buffer => createHash(HASHED).update(token).digest();

/**
 * A row goes when its link was used. One of a first person stays after its end, and the next takes its ids: what a use that
 * was cut short has written is finished by the next link, never made twice.
 */
export const invitationSchema = `
  CREATE TABLE IF NOT EXISTS auth.invitation (
    token_hash bytea PRIMARY KEY, is_first boolean NOT NULL, email text,
    platform_id text NOT NULL, staff_id text NOT NULL, expires_at timestamptz NOT NULL,
    CHECK (is_first OR email IS NOT NULL));
  CREATE UNIQUE INDEX IF NOT EXISTS invitation_first ON auth.invitation (is_first) WHERE is_first;
  CREATE UNIQUE INDEX IF NOT EXISTS invitation_email ON auth.invitation (email) WHERE NOT is_first;`;

const inTransaction = async <Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> => {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch((failure: Error) => (broken = failure));
    throw error;
  } finally {
    client.release(broken);
  }
};

const INSERT = `INSERT INTO auth.invitation VALUES ($1, $2, $3, $4, $5, now() + $6 * interval '1 minute')
  ON CONFLICT`;

/** Once they cannot be used, their addresses are not kept either. */
const FORGET = 'DELETE FROM auth.invitation WHERE NOT is_first AND expires_at < now()';

/**
 * Invites the first person of a place, in place of whoever was invited before and did not come.
 * @param email null when the person says it
 * @returns the token of the link; undefined when somebody of a platform may sign in already
 */
export const inviteFirst = (pool: Pool, email: string | null): Promise<string | undefined> =>
  inTransaction(pool, async (client) => {
    // A use that is under way is waited for, and then its person is seen.
    await client.query(`SET LOCAL lock_timeout = '5s'`);
    await client.query('SELECT FROM auth.invitation WHERE is_first FOR UPDATE');
    const { rows } = await client.query(
      'SELECT FROM auth."user" WHERE "staffId" IS NOT NULL LIMIT 1',
    );
    if (rows.length > 0) {
      await client.query('DELETE FROM auth.invitation WHERE is_first AND expires_at < now()');
      return undefined;
    }
    const token = randomBytes(32).toString('base64url');
    const values = [digestOf(token), true, email, randomUUID(), randomUUID(), INVITATION_MINUTES];
    await client.query(
      `${INSERT} (is_first) WHERE is_first DO UPDATE SET token_hash = excluded.token_hash,
         email = excluded.email, expires_at = excluded.expires_at`,
      values,
    );
    return token;
  });

/** Whether the first person of a place was invited and has not come yet; also while it has no tables. */
export const isFirstAwaited = async (pool: Pool): Promise<boolean> => {
  const made = await pool.query<{ table: string | null }>(
    `SELECT to_regclass('auth.invitation') AS table`,
  );
  if (made.rows[0]?.table == null) return false;
  const { rows } = await pool.query('SELECT FROM auth.invitation WHERE is_first');
  return rows.length > 0;
};

/** Invites one more person to administer a platform, in place of what was sent to that address before. @returns the token */
export const invite = (pool: Pool, email: string, platformId: string): Promise<string> =>
  inTransaction(pool, async (client) => {
    await client.query(FORGET);
    const token = randomBytes(32).toString('base64url');
    const values = [digestOf(token), false, email, platformId, randomUUID(), INVITATION_MINUTES];
    await client.query(
      `${INSERT} (email) WHERE NOT is_first DO UPDATE SET token_hash = excluded.token_hash,
         platform_id = excluded.platform_id, staff_id = excluded.staff_id, expires_at = excluded.expires_at`,
      values,
    );
    return token;
  });

const FIND = `SELECT is_first AS "isFirst", email, platform_id AS "platformId", staff_id AS "staffId"
  FROM auth.invitation WHERE token_hash = $1 AND expires_at > now()`;

/** @throws Rejected `invitation/not-usable`: used, late, replaced or never given, all alike */
export const findInvitation = async (
  client: Pool | PoolClient,
  token: string,
  lock = '',
): Promise<Invitation> => {
  const { rows } = await client.query<Invitation>(`${FIND} ${lock}`, [digestOf(token)]);
  if (!rows[0]) throw new Rejected('invitation/not-usable');
  return rows[0];
};

const isLocked = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '55P03';

/**
 * Carries out what a link is for. It is used up when all of it is done, and not before: work that fails, or whose process
 * dies, can be done again by the same link. One use at a time, over all processes.
 * @throws Rejected `invitation/not-usable`, or `invitation/in-use` while another use of it is under way
 */
export const useInvitation = <Result>(
  pool: Pool,
  token: string,
  work: (invitation: Invitation) => Promise<Result>,
): Promise<Result> =>
  inTransaction(pool, async (client) => {
    const invitation = await findInvitation(client, token, 'FOR UPDATE NOWAIT').catch(
      (error: unknown) => {
        if (!isLocked(error)) throw error;
        throw new Rejected('invitation/in-use', { headers: { 'Retry-After': '2' } });
      },
    );
    const result = await work(invitation);
    await client.query('DELETE FROM auth.invitation WHERE token_hash = $1', [digestOf(token)]);
    return result;
  });
