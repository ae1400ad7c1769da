import type { Pool } from 'pg';
import type { Timestamp } from '#/domain/time.ts';
import { applySchema } from '#/ledger/database/apply-schema.ts';

/** The use of a card bundle, of which nothing but a digest of its nonce is kept. */
export interface CardUse {
  readonly nonceDigest: string;
  readonly paymentId: string;
  readonly expiresAt: Timestamp;
}

/** Which card bundles were used, and for which payment; forgotten when the bundle has expired. */
export interface CardUses {
  /** Undefined = it was not used. */
  readonly paymentOf: (nonceDigest: string) => Promise<string | undefined>;
  /** Returns true for the first use of a bundle, however many ask at once; forgets what has expired. */
  readonly take: (use: CardUse, now: Timestamp) => Promise<boolean>;
}

const SCHEMA = `
  CREATE SCHEMA IF NOT EXISTS checkout;
  CREATE TABLE IF NOT EXISTS checkout.card_use (
    nonce_digest text PRIMARY KEY,
    payment_id text NOT NULL,
    expires_at timestamptz NOT NULL);
  CREATE INDEX IF NOT EXISTS card_use_expiry ON checkout.card_use (expires_at);`;

/** Uses in a table of all processes; creates it if missing. */
export const openPostgresCardUses = async (pool: Pool): Promise<CardUses> => {
  await applySchema(pool, SCHEMA);
  return {
    paymentOf: async (nonceDigest) => {
      const { rows } = await pool.query<{ paymentId: string }>(
        'SELECT payment_id AS "paymentId" FROM checkout.card_use WHERE nonce_digest = $1',
        [nonceDigest],
      );
      return rows[0]?.paymentId;
    },
    take: async ({ nonceDigest, paymentId, expiresAt }, now) => {
      await pool.query('DELETE FROM checkout.card_use WHERE expires_at <= $1', [now]);
      const { rowCount } = await pool.query(
        `INSERT INTO checkout.card_use (nonce_digest, payment_id, expires_at) VALUES ($1, $2, $3)
         ON CONFLICT DO NOTHING`,
        [nonceDigest, paymentId, expiresAt],
      );
      return rowCount === 1;
    },
  };
};

/** Uses in memory. */
export const createMemoryCardUses = (): CardUses => {
  const uses = new Map<string, CardUse>();
  return {
    paymentOf: async (nonceDigest) => uses.get(nonceDigest)?.paymentId,
    take: async (use, now) => {
      for (const { nonceDigest, expiresAt } of uses.values())
        if (expiresAt <= now) uses.delete(nonceDigest);
      if (uses.has(use.nonceDigest)) return false;
      uses.set(use.nonceDigest, use);
      return true;
    },
  };
};
