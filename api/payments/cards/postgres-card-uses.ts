import type { Pool } from 'pg';
import { applySchema } from '#/ledger/database/apply-schema.ts';
import type { CardUses } from './card-uses.ts';

const SCHEMA = `
  CREATE SCHEMA IF NOT EXISTS checkout;
  CREATE TABLE IF NOT EXISTS checkout.card_use (
    nonce_digest text PRIMARY KEY,
    payment_id text NOT NULL,
    expires_at timestamptz NOT NULL);
  CREATE INDEX IF NOT EXISTS card_use_expiry ON checkout.card_use (expires_at);`;

/** All processes share the table. */
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
    claim: async ({ nonceDigest, paymentId, expiresAt }, now) => {
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
