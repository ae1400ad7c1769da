import type { Pool, PoolClient } from 'pg';
import { Rejected } from '#/api/http/problem.ts';
import { transactionLock } from '#/ledger/database/advisory-locks.ts';
import { inTransaction } from '#/ledger/database/in-transaction.ts';
import { thisMachine } from '#/ledger/machine.ts';
import { digestOf, type LinkTokens, type OpenLink } from './link-tokens.ts';
import { unlessInUse, useLink } from './use-link.ts';

const LINK_MINUTES = 60;
/** An invitation may arrive on the eve of a holiday. */
const INVITATION_DAYS = 7;
/** Anyone may request a link for any address; invitations do not count. */
const PAUSE_MINUTES = 10;
const MOST_A_DAY = 5;

/**
 * A link proves that its user reads the mails to this address. Rows stay for at least a day, so that links can be counted (`MOST_A_DAY`).
 */
export const registrationSchema = `
  CREATE TABLE IF NOT EXISTS auth.registration (
    link_id uuid PRIMARY KEY, token_hash bytea NOT NULL UNIQUE, platform_id text NOT NULL, email text NOT NULL,
    seller_id text NOT NULL, invited_by text, requested_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL, used_at timestamptz);
  DROP INDEX IF EXISTS auth.registration_to;
  CREATE INDEX IF NOT EXISTS registration_to_address ON auth.registration (email, requested_at);`;

export interface Registration {
  readonly platformId: string;
  /** In lower case. */
  readonly email: string;
  /** The id that the new seller gets. */
  readonly sellerId: string;
  /** Null when they requested the link themselves. */
  readonly invitedBy: string | null;
}

interface RegistrationInvitation {
  readonly linkId: string;
  readonly platformId: string;
  /** In lower case. */
  readonly email: string;
  readonly invitedBy: string;
}

/** Unused links of one platform to one address share a seller's id. Inserts nothing after too many or too recent links. */
const MAKE = `WITH earlier AS (SELECT * FROM auth.registration WHERE platform_id = $3 AND email = $4),
    asked AS (SELECT * FROM auth.registration WHERE email = $4 AND invited_by IS NULL)
  INSERT INTO auth.registration (link_id, token_hash, platform_id, email, seller_id, expires_at)
  SELECT $1, $2, $3, $4, coalesce((SELECT seller_id FROM earlier WHERE used_at IS NULL LIMIT 1), $5),
    now() + interval '${LINK_MINUTES} minutes'
  WHERE NOT EXISTS (SELECT FROM asked WHERE requested_at > now() - interval '${PAUSE_MINUTES} minutes')
    AND (SELECT count(*) FROM asked WHERE requested_at > now() - interval '1 day') < ${MOST_A_DAY}
  RETURNING seller_id AS "sellerId"`;

/** Does nothing for a link id that exists. */
const INVITE = `WITH earlier AS (SELECT * FROM auth.registration WHERE platform_id = $3 AND email = $4)
  INSERT INTO auth.registration (link_id, token_hash, platform_id, email, seller_id, invited_by, expires_at)
  SELECT $1, $2, $3, $4, coalesce((SELECT seller_id FROM earlier WHERE used_at IS NULL LIMIT 1), $5), $6,
    now() + interval '${INVITATION_DAYS} days'
  ON CONFLICT (link_id) DO UPDATE SET link_id = excluded.link_id RETURNING seller_id AS "sellerId"`;

const COLUMNS =
  'platform_id AS "platformId", email, seller_id AS "sellerId", invited_by AS "invitedBy"';
const USABLE = 'auth.registration WHERE used_at IS NULL AND expires_at > now()';

/** Locks all links of this platform to this address, this link first. */
const LOCK = `SELECT ${COLUMNS} FROM auth.registration
  WHERE (platform_id, email) = (SELECT platform_id, email FROM ${USABLE} AND token_hash = $1)
  ORDER BY token_hash = $1 DESC FOR UPDATE NOWAIT`;

const USE_UP =
  'UPDATE auth.registration SET used_at = now() WHERE platform_id = $1 AND email = $2 AND used_at IS NULL';

const requireLink = (link: Registration | undefined): Registration => {
  if (link === undefined) throw new Rejected('onboarding/link-over');
  return link;
};

/** Requests for an address run one after another, so that each sees those before it. */
const inOrder = <Result>(
  pool: Pool,
  email: string,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> =>
  inTransaction(pool, async (client) => {
    await client.query(transactionLock(`registration ${email}`));
    return work(client);
  });

export const createRegistrationLinks = (pool: Pool, { digest, urlOf }: LinkTokens) => ({
  /** @returns ids of the link and the new seller; undefined when earlier links are too many or too recent */
  make: (
    platformId: string,
    email: string,
  ): Promise<{ readonly linkId: string; readonly sellerId: string } | undefined> =>
    inOrder(pool, email, async (client) => {
      const linkId = thisMachine.uuid();
      const values = [linkId, digest(linkId), platformId, email, thisMachine.uuid()];
      const { rows } = await client.query<{ sellerId: string }>(MAKE, values);
      const [inserted] = rows;
      return inserted && { linkId, sellerId: inserted.sellerId };
    }),

  /** @returns the id that the new seller gets */
  invite: ({ linkId, platformId, email, invitedBy }: RegistrationInvitation): Promise<string> =>
    inOrder(pool, email, async (client) => {
      const values = [linkId, digest(linkId), platformId, email, thisMachine.uuid(), invitedBy];
      const { rows } = await client.query<{ sellerId: string }>(INVITE, values);
      return rows[0]?.sellerId ?? '';
    }),

  find: async (linkId: string): Promise<OpenLink | undefined> => {
    const { rows } = await pool.query<Registration>(
      `SELECT ${COLUMNS} FROM ${USABLE} AND link_id = $1`,
      [linkId],
    );
    const [row] = rows;
    // The page of an expired link offers to mail another link, for which it needs the platform.
    return row && { email: row.email, url: urlOf(linkId, `?platform=${row.platformId}`) };
  },

  /** Returns who may register by a link. @throws Rejected `onboarding/link-over` */
  open: async (token: string): Promise<Registration> => {
    const { rows } = await pool.query<Registration>(
      `SELECT ${COLUMNS} FROM ${USABLE} AND token_hash = $1`,
      [digestOf(token)],
    );
    return requireLink(rows[0]);
  },

  /** Uses the link up once `work` has succeeded. @throws Rejected `onboarding/link-over`, `invitation/in-use` */
  use: <Result>(
    token: string,
    work: (registration: Registration) => Promise<Result>,
  ): Promise<Result> =>
    useLink(pool, async (client, reserve) => {
      const locking = client.query<Registration>(LOCK, [digestOf(token)]);
      const registration = requireLink((await unlessInUse(locking)).rows[0]);
      await reserve(registration.email);
      const result = await work(registration);
      await client.query(USE_UP, [registration.platformId, registration.email]);
      return result;
    }),

  sweep: async (): Promise<void> => {
    await pool.query(
      `DELETE FROM auth.registration WHERE requested_at < now() - interval '1 day' AND expires_at < now()`,
    );
  },
});
