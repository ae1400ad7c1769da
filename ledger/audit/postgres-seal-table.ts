import type { Knex } from 'knex';
import type { Pool } from 'pg';
import { applySchema } from '#/ledger/database/apply-schema.ts';
import { sql, statementOf } from '#/ledger/database/sql.ts';
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

const selectSeals = (): Knex.QueryBuilder =>
  sql('audit.seal').select(
    'number',
    'type',
    sql.raw('data::text AS data'),
    { to: 'to_position' },
    'leaves',
  );

const split = (bytes: Buffer): readonly Buffer[] =>
  Array.from({ length: bytes.length / HASH_BYTES }, (_, index) =>
    bytes.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES),
  );

export const openSealTable = async (pool: Pool): Promise<SealTable> => {
  await applySchema(pool, SCHEMA);
  const list = async (seals: Knex.QueryBuilder): Promise<readonly SealRow[]> => {
    const { rows } = await pool.query<StoredSeal>(statementOf(seals));
    return rows.map((row) => ({ ...row, number: Number(row.number), leaves: split(row.leaves) }));
  };
  const findFirst = async (seals: Knex.QueryBuilder) => (await list(seals.limit(1)))[0];
  return {
    put: async ({ number, type, data, to, leaves }) => {
      await pool.query(
        `INSERT INTO audit.seal (number, type, data, to_position, leaves)
         VALUES ($1, $2, $3, $4, $5) ON CONFLICT (number) DO NOTHING`,
        [number, type, data, to, Buffer.concat(leaves)],
      );
    },
    last: () => findFirst(selectSeals().orderBy('number', 'desc')),
    read: (from, limit) =>
      list(selectSeals().where('number', '>=', from).orderBy('number').limit(limit)),
    findCovering: (position) =>
      findFirst(selectSeals().where('to_position', '>=', position).orderBy('to_position')),
    lastSeal: () =>
      findFirst(selectSeals().whereNotNull('to_position').orderBy('to_position', 'desc')),
    rotations: () => list(selectSeals().where('type', 'SealKeyRotated').orderBy('number')),
  };
};
