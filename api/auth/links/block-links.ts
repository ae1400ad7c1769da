import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Pool } from 'pg';
import { Rejected } from '#/api/http/problem.ts';
import { aggregateId } from '#/domain/values/ids.ts';
import { derivedKey } from '#/ledger/vault/cipher.ts';
import { useLink } from './use-link.ts';

/** Counted from when the mail was requested. */
export const BLOCK_LINK_DAYS = 7;

/** One row for each link that was used. */
export const blockLinkSchema = `
  CREATE TABLE IF NOT EXISTS auth.block_link (
    mail_id text PRIMARY KEY, used_at timestamptz NOT NULL DEFAULT now());`;

const USE = 'INSERT INTO auth.block_link (mail_id) VALUES ($1) ON CONFLICT DO NOTHING';

/** Links in security mails. The token is the mail's id with an HMAC, so that no table has to store it. */
export const createBlockLinks = (
  pool: Pool,
  { secret, publicUrl }: { readonly secret: string; readonly publicUrl: string },
) => {
  const key = derivedKey(Buffer.from(secret), 'block links');
  const tokenOf = (mailId: string): string =>
    `${mailId}.${createHmac('sha256', key).update(mailId).digest('base64url')}`;

  return {
    /** The token follows the #, which browsers do not send. */
    urlOf: (mailId: string): string => `${publicUrl}/block-access#${tokenOf(mailId)}`,

    /** Returns the mail's id if the token is valid. */
    mailIdOf: (token: string): string | undefined => {
      const [mailId = ''] = token.split('.', 1);
      if (!aggregateId.safeParse(mailId).success) return undefined;
      const [given, expected] = [Buffer.from(token), Buffer.from(tokenOf(mailId))];
      const isValid = given.length === expected.length && timingSafeEqual(given, expected);
      return isValid ? mailId : undefined;
    },

    /** Uses a link: runs `work`. If `work` fails, the link can be used again. @throws Rejected `session/link-over`, `invitation/in-use` */
    use: (
      { mailId, email }: { readonly mailId: string; readonly email: string },
      work: () => Promise<void>,
    ): Promise<void> =>
      useLink(pool, async (client, reserve) => {
        await reserve(email);
        const { rowCount } = await client.query(USE, [mailId]);
        if (rowCount !== 1) throw new Rejected('session/link-over');
        await work();
      }),

    isUsed: async (mailId: string): Promise<boolean> => {
      const text = 'SELECT FROM auth.block_link WHERE mail_id = $1';
      return ((await pool.query(text, [mailId])).rowCount ?? 0) > 0;
    },

    sweep: async (): Promise<void> => {
      const expired = `used_at < now() - interval '${BLOCK_LINK_DAYS + 1} days'`;
      await pool.query(`DELETE FROM auth.block_link WHERE ${expired}`);
    },
  };
};
