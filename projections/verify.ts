import type { ClientBase } from 'pg';
import type { Projection } from './define-projection.ts';
import { rowTypes } from './row-types.ts';
import { schemaOf, tableIn } from './table-sql.ts';
import { snakeCase, type Table } from './table.ts';

/** A row that only one of two generations has. */
export interface Difference {
  readonly projection: string;
  readonly table: string;
  readonly only: 'live' | 'rebuilt';
  readonly row: Readonly<Record<string, unknown>>;
}

const SHOWN = 5;

/** json has no equality in Postgres; its text does. */
const comparable = (table: Table): string =>
  Object.entries(table.columns)
    .map(([name, { sql }]) => `"${snakeCase(name)}"${sql === 'json' ? '::text' : ''}`)
    .join(', ');

const fingerprint = async (client: ClientBase, schema: string, table: Table): Promise<string> => {
  const { rows } = await client.query<{ fingerprint: string }>(
    `SELECT count(*) || ' ' || coalesce(sum(hash_record_extended(ROW(${comparable(table)}), 0)), 0)
      AS fingerprint FROM ${tableIn(schema, table)}`,
  );
  return rows[0]?.fingerprint ?? '';
};

const onlyIn = async (
  client: ClientBase,
  table: Table,
  [schema, other]: readonly [string, string],
): Promise<readonly Readonly<Record<string, unknown>>[]> => {
  const all = (from: string) => `SELECT ${comparable(table)} FROM ${tableIn(from, table)}`;
  const { rows } = await client.query<Readonly<Record<string, unknown>>>({
    text: `${all(schema)} EXCEPT ALL ${all(other)} LIMIT ${SHOWN}`,
    types: rowTypes,
  });
  return rows;
};

/**
 * Compares two generations row by row, in the one snapshot that the client's transaction sees: by a sum of 64-bit hashes
 * over all rows of each table, and where those differ by the rows themselves. Answers the first that differ.
 */
export const differences = async (
  client: ClientBase,
  { name, tables }: Projection,
  generations: { readonly live: number; readonly rebuilt: number },
): Promise<readonly Difference[]> => {
  const live = schemaOf(name, generations.live);
  const rebuilt = schemaOf(name, generations.rebuilt);
  const found: Difference[] = [];
  for (const table of Object.values(tables)) {
    const one = await fingerprint(client, live, table);
    if (one === (await fingerprint(client, rebuilt, table))) continue;
    const inLive = await onlyIn(client, table, [live, rebuilt]);
    const inRebuilt = await onlyIn(client, table, [rebuilt, live]);
    const at = { projection: name, table: table.name };
    found.push(...inLive.map((row) => ({ ...at, only: 'live' as const, row })));
    found.push(...inRebuilt.map((row) => ({ ...at, only: 'rebuilt' as const, row })));
  }
  return found;
};
