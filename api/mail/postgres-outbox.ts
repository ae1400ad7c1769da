import type { Pool } from 'pg';
import { applySchema } from '#/ledger/database/apply-schema.ts';
import { MOST_KEPT, type KeptLetter, type Outbox } from './outbox.ts';

const SCHEMA = `
  CREATE SCHEMA IF NOT EXISTS demo;
  CREATE TABLE IF NOT EXISTS demo.letter (
    mail_id text PRIMARY KEY, kept_at timestamptz NOT NULL, letter json NOT NULL);
  CREATE INDEX IF NOT EXISTS letter_kept ON demo.letter (kept_at);`;

export const openPostgresOutbox = async (pool: Pool): Promise<Outbox> => {
  await applySchema(pool, SCHEMA);
  return {
    keep: async (letter) => {
      // Leaves one row less than `MOST_KEPT`, before it inserts one.
      await pool.query(
        `WITH old AS (DELETE FROM demo.letter WHERE kept_at <
           (SELECT kept_at FROM demo.letter ORDER BY kept_at DESC OFFSET $4 LIMIT 1))
         INSERT INTO demo.letter VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
        [letter.mailId, letter.keptAt, JSON.stringify(letter), MOST_KEPT - 2],
      );
    },
    list: async () => {
      const { rows } = await pool.query<{ letter: KeptLetter }>(
        'SELECT letter FROM demo.letter ORDER BY kept_at DESC, mail_id LIMIT $1',
        [MOST_KEPT],
      );
      return rows.map(({ letter }) => letter);
    },
    remove: async (mailIds) => {
      await pool.query('DELETE FROM demo.letter WHERE mail_id = ANY($1)', [mailIds]);
    },
  };
};
