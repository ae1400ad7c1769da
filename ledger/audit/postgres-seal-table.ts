import type { Pool } from 'pg';
import { applySchema } from '#/ledger/database/apply-schema.ts';
import type { Position } from '#/ledger/event-store.ts';
import type { SealEntry } from './seal.ts';
import type { SealRow, SealTable } from './seal-table.ts';

const SCHEMA = `
  CREATE SCHEMA IF NOT EXISTS audit;
  CREATE TABLE IF NOT EXISTS audit.seal (
    number bigint PRIMARY KEY, type text NOT NULL, data json NOT NULL,
    to_position text COLLATE "C", leaves bytea NOT NULL);
  CREATE INDEX IF NOT EXISTS seal_to_position ON audit.seal (to_position);
`;

const HASH_BYTES = 32;

interface StoredSeal {
  readonly number: string;
  readonly type: SealEntry['type'];
  readonly data: string;
  readonly to: Position | null;
  readonly leaves: Buffer;
}

const split = (bytes: Buffer): readonly Buffer[] =>
  Array.from({ length: bytes.length / HASH_BYTES }, (_, index) =>
    bytes.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES),
  );

/** Opens the table, and creates it if missing. */
export const openSealTable = async (pool: Pool): Promise<SealTable> => {
  await applySchema(pool, SCHEMA);
  const select = async (
    rest: string,
    values: readonly (string | number)[],
  ): Promise<readonly SealRow[]> => {
    const { rows } = await pool.query<StoredSeal>(
      `SELECT number, type, data::text AS data, to_position AS "to", leaves
         FROM audit.seal ${rest}`,
      [...values],
    );
    return rows.map((row) => ({ ...row, number: Number(row.number), leaves: split(row.leaves) }));
  };
  const selectOne = async (rest: string, ...values: readonly (string | number)[]) =>
    (await select(`${rest} LIMIT 1`, values))[0];
  return {
    put: async ({ number, type, data, to, leaves }) => {
      await pool.query(
        `INSERT INTO audit.seal (number, type, data, to_position, leaves)
         VALUES ($1, $2, $3, $4, $5) ON CONFLICT (number) DO NOTHING`,
        [number, type, data, to, Buffer.concat(leaves)],
      );
    },
    last: () => selectOne('ORDER BY number DESC'),
    read: (from, limit) =>
      select('WHERE number >= $1 ORDER BY seal.number LIMIT $2', [from, limit]),
    findCovering: (position) => selectOne('WHERE to_position >= $1 ORDER BY to_position', position),
    lastSeal: () => selectOne('WHERE to_position IS NOT NULL ORDER BY to_position DESC'),
    rotations: () => select(`WHERE type = 'SealKeyRotated' ORDER BY seal.number`, []),
  };
};
