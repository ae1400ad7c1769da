import type { Pool } from 'pg';
import type { EventStore } from '#/ledger/event-store.ts';
import { lagOf } from '#/projections/engine/run/lag.ts';
import { schemaOf } from '#/projections/engine/define/table-sql.ts';
import { readCheckpoints } from './checkpoint-table.ts';
import type { Checkpoint } from './tables.ts';

export interface GenerationState extends Checkpoint {
  /** Events behind the head of the log, counted up to 10,000. */
  readonly lag: number;
  /** Bytes of its tables and indexes on disk. */
  readonly bytes: number;
}

const measureSchemas = async (
  pool: Pool,
  schemas: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await pool.query<{ schema: string; bytes: string }>(
    `SELECT nspname AS schema, sum(pg_total_relation_size(pg_class.oid)) AS bytes
       FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
      WHERE relkind = 'r' AND nspname = ANY($1) GROUP BY nspname`,
    [schemas],
  );
  return new Map(rows.map(({ schema, bytes }) => [schema, Number(bytes)]));
};

export const readGenerationStates = async (
  { store, pool }: { readonly store: EventStore; readonly pool: Pool },
  names: readonly string[],
): Promise<readonly GenerationState[]> => {
  const checkpoints = await readCheckpoints(pool, names);
  const keyed = checkpoints.map((each) => [schemaOf(each.name, each.generation), each] as const);
  const positions = new Map(keyed.map(([schema, { position }]) => [schema, position]));
  const [lag, bytes] = await Promise.all([
    lagOf(store, positions),
    measureSchemas(pool, [...positions.keys()]),
  ]);
  return keyed.map(([schema, checkpoint]) => ({
    ...checkpoint,
    lag: lag.get(schema) ?? 0,
    bytes: bytes.get(schema) ?? 0,
  }));
};
