import type { Pool, PoolClient } from 'pg';
import { endBy } from '#/api/auth/session-end/ended-sessions.ts';
import { Rejected } from '#/api/http/problem.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import { instantText } from '#/ledger/database/instant-text.ts';
import { transactionLock } from '#/ledger/database/advisory-locks.ts';
import { inTransaction } from '#/ledger/database/in-transaction.ts';
import { thisMachine } from '#/ledger/machine.ts';
import { digestOf, type LinkTokens, type OpenLink } from './link-tokens.ts';
import { unlessInUse, useLink } from './use-link.ts';

const CHANGE_HOURS = 24;
/** Each request mails an address that may be a stranger's. */
const MOST_A_DAY = 5;

/** A change is carried out once the links to both addresses were used. A new request ends the user's pending change. */
export const emailChangeSchema = `
  CREATE TABLE IF NOT EXISTS auth.email_change (
    change_id uuid PRIMARY KEY, user_id text NOT NULL REFERENCES auth."user" (id) ON DELETE CASCADE,
    former_email text NOT NULL, new_email text NOT NULL, former_hash bytea NOT NULL UNIQUE, new_hash bytea NOT NULL UNIQUE,
    requested_at timestamptz NOT NULL DEFAULT now(), former_at timestamptz, new_at timestamptz, ended_at timestamptz);
  CREATE INDEX IF NOT EXISTS email_change_of_user ON auth.email_change (user_id, requested_at);`;

/** SQL of the times at which a user's e-mail was changed. @param user SQL of the user's id */
export const selectChangesOf = (user: string): string =>
  `SELECT ended_at AS changed_at FROM auth.email_change WHERE user_id = ${user} AND former_at IS NOT NULL AND new_at IS NOT NULL`;

/** The address to which a link was mailed. */
export type Side = 'former' | 'new';

/** A change of e-mail. E-mails are in lower case. */
export interface EmailChange {
  readonly changeId: string;
  readonly userId: string;
  readonly formerEmail: string;
  readonly newEmail: string;
  /** When the link to the former address was used. */
  readonly formerAt: Timestamp | null;
  readonly newAt: Timestamp | null;
  readonly until: Timestamp;
}

const END = `(requested_at + interval '${CHANGE_HOURS} hours')`;

const COLUMNS = `change_id AS "changeId", user_id AS "userId", former_email AS "formerEmail", new_email AS "newEmail",
  ${instantText('former_at')} AS "formerAt", ${instantText('new_at')} AS "newAt", ${instantText(END)} AS until`;

/** SQL of the pending changes. A change is void once the user has another e-mail than its former one. */
const PENDING = `auth.email_change WHERE ended_at IS NULL AND ${END} > now()
  AND former_email = (SELECT email FROM auth."user" WHERE id = user_id)`;

const END_PENDING = `UPDATE auth.email_change SET ended_at = now() WHERE ended_at IS NULL
  AND user_id = (SELECT id FROM auth."user" WHERE email = $1)`;

/** Inserts nothing after `MOST_A_DAY` requests within a day. */
const REQUEST = `INSERT INTO auth.email_change (change_id, user_id, former_email, new_email, former_hash, new_hash)
  SELECT $1, $2, $3, $4, $5, $6 WHERE (SELECT count(*) FROM auth.email_change
    WHERE user_id = $2 AND requested_at > now() - interval '1 day') < ${MOST_A_DAY}`;

const MARK = {
  former:
    'UPDATE auth.email_change SET former_at = coalesce(former_at, now()) WHERE change_id = $1',
  new: 'UPDATE auth.email_change SET new_at = coalesce(new_at, now()) WHERE change_id = $1',
} as const satisfies Record<Side, string>;

const TAKEN = 'SELECT FROM auth."user" WHERE email = $1';

const RENAME = 'UPDATE auth."user" SET email = $2, "updatedAt" = now() WHERE id = $1';

interface Tokens {
  readonly former: LinkTokens;
  readonly new: LinkTokens;
}

/** A change, and which of its two links was opened. */
export interface LinkedChange extends EmailChange {
  readonly side: Side;
}

const requireLink = (change: LinkedChange | undefined): LinkedChange => {
  if (change === undefined) throw new Rejected('session/link-over');
  return change;
};

const findByToken = async (
  reader: Pick<PoolClient, 'query'>,
  token: string,
  locking = '',
): Promise<LinkedChange> => {
  const { rows } = await reader.query<LinkedChange>(
    `SELECT ${COLUMNS}, CASE WHEN former_hash = $1 THEN 'former' ELSE 'new' END AS side FROM ${PENDING}
       AND (former_hash = $1 OR new_hash = $1) ${locking}`,
    [digestOf(token)],
  );
  return requireLink(rows[0]);
};

/** @throws Rejected `email-change/taken` */
const requireFree = async (client: PoolClient, email: string): Promise<void> => {
  if ((await client.query(TAKEN, [email])).rowCount !== 0) throw new Rejected('email-change/taken');
};

const rename = async (
  client: PoolClient,
  { changeId, userId, newEmail }: EmailChange,
): Promise<void> => {
  await client.query(RENAME, [userId, newEmail]);
  await client.query(endBy('TOLD', '"userId" = $1'), [userId]);
  await client.query('UPDATE auth.email_change SET ended_at = now() WHERE change_id = $1', [
    changeId,
  ]);
};

export const createEmailChanges = (
  pool: Pool,
  { tokens, forget }: { readonly tokens: Tokens; readonly forget: () => void },
) => ({
  /** Ends the pending change, and makes another. @returns its id; undefined after too many requests within a day */
  request: (
    userId: string,
    { formerEmail, newEmail }: Pick<EmailChange, 'formerEmail' | 'newEmail'>,
  ): Promise<string | undefined> =>
    inTransaction(pool, async (client) => {
      const changeId = thisMachine.uuid();
      // Requests of a user run one after another, so that each sees those before it.
      await client.query(transactionLock(`email change of ${userId}`));
      await client.query(END_PENDING, [formerEmail]);
      const digests = [tokens.former.digest(changeId), tokens.new.digest(changeId)];
      const values = [changeId, userId, formerEmail, newEmail, ...digests];
      const { rowCount } = await client.query(REQUEST, values);
      return rowCount === 1 ? changeId : undefined;
    }),

  ofUser: async (userId: string): Promise<EmailChange | undefined> => {
    const text = `SELECT ${COLUMNS} FROM ${PENDING} AND user_id = $1`;
    return (await pool.query<EmailChange>(text, [userId])).rows[0];
  },

  cancel: async (email: string): Promise<void> => void (await pool.query(END_PENDING, [email])),

  /** Returns the link to one of the addresses; undefined once it was used, or the change is over. */
  find: async (side: Side, changeId: string): Promise<OpenLink | undefined> => {
    const text = `SELECT ${COLUMNS} FROM ${PENDING} AND change_id = $1`;
    const change = (await pool.query<EmailChange>(text, [changeId])).rows[0];
    if (!change || change[`${side}At`] !== null) return undefined;
    return { email: change[`${side}Email`], url: tokens[side].urlOf(changeId) };
  },

  /** Returns the change of a link, without using it. @throws Rejected `session/link-over` */
  open: (token: string): Promise<LinkedChange> => findByToken(pool, token),

  /**
   * Uses one of the two links of a change. The second link gives the user the new e-mail; if `work` fails, the link can be used again.
   * @param work runs at the second link, before the user gets the new e-mail
   * @returns whether both links were used @throws Rejected `session/link-over`, `email-change/taken`, `invitation/in-use`
   */
  confirm: async (token: string, work: (change: EmailChange) => Promise<void>) => {
    const isMade = await useLink(pool, async (client, reserve) => {
      const change = await unlessInUse(findByToken(client, token, 'FOR UPDATE NOWAIT'));
      await client.query(MARK[change.side], [change.changeId]);
      const other = change.side === 'former' ? change.newAt : change.formerAt;
      if (other === null) return false;
      for (const email of [change.formerEmail, change.newEmail]) await reserve(email);
      await requireFree(client, change.newEmail);
      await work(change);
      await rename(client, change);
      return true;
    });
    forget();
    return isMade;
  },

  sweep: async (): Promise<void> => {
    await pool.query(
      `DELETE FROM auth.email_change WHERE requested_at < now() - interval '3 days'`,
    );
  },
});
