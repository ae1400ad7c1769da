import type { ClientBase, Pool } from 'pg';
import type { Projection } from '#/projections/engine/define/define-projection.ts';
import { rowTypes } from '#/projections/engine/define/row-types.ts';
import { schemaOf, tableIn } from '#/projections/engine/define/table-sql.ts';
import { snakeCase, type AnyRow, type Table } from '#/projections/engine/define/table.ts';

export interface Difference {
  readonly projection: string;
  readonly table: string;
  readonly key: readonly unknown[];
  /** Null when one generation lacks the whole row. */
  readonly column: string | null;
  readonly live: unknown;
  readonly rebuilt: unknown;
}

const SHOWN = 5;

/** json is cast to text, because it has no equality in Postgres. */
const columnsOf = (table: Table): string =>
  Object.entries(table.columns)
    .map(([name, { sql }]) => {
      const column = `"${snakeCase(name)}"`;
      return sql === 'json' ? `${column}::text AS ${column}` : column;
    })
    .join(', ');

const computeFingerprint = async (
  on: ClientBase | Pool,
  schema: string,
  table: Table,
): Promise<string> => {
  const { rows } = await on.query<{ fingerprint: string }>(
    `SELECT count(*) || ' ' || coalesce(sum(hash_record_extended(t, 0)), 0) AS fingerprint
      FROM (SELECT ${columnsOf(table)} FROM ${tableIn(schema, table)}) AS t`,
  );
  return rows[0]?.fingerprint ?? '';
};

const keyOf = (table: Table, row: AnyRow): readonly unknown[] =>
  table.key.map((name) => row[snakeCase(name)]);

/** Returns the first rows, in key order, of one generation that the other does not have. */
const findRowsOnlyIn = async (
  client: ClientBase,
  table: Table,
  [schema, other]: readonly [string, string],
): Promise<ReadonlyMap<string, AnyRow>> => {
  const all = (from: string) => `SELECT ${columnsOf(table)} FROM ${tableIn(from, table)}`;
  const order = table.key.map((name) => `"${snakeCase(name)}"`).join(', ');
  const { rows } = await client.query<AnyRow>({
    text: `${all(schema)} EXCEPT ALL ${all(other)} ORDER BY ${order} LIMIT ${SHOWN}`,
    types: rowTypes,
  });
  return new Map(rows.map((row) => [JSON.stringify(keyOf(table, row)), row]));
};

const compareRows = (
  projection: string,
  table: Table,
  [live, rebuilt]: readonly [ReadonlyMap<string, AnyRow>, ReadonlyMap<string, AnyRow>],
): readonly Difference[] => {
  const keys = [...new Set([...live.keys(), ...rebuilt.keys()])].slice(0, SHOWN);
  return keys.flatMap((text): readonly Difference[] => {
    const [one, two] = [live.get(text), rebuilt.get(text)];
    const key = keyOf(table, one ?? two ?? {});
    const at = { projection, table: table.name, key };
    if (one === undefined || two === undefined) {
      return [{ ...at, column: null, live: one ?? null, rebuilt: two ?? null }];
    }
    const differing = Object.keys(one).filter((column) => one[column] !== two[column]);
    return differing.map((column) => ({ ...at, column, live: one[column], rebuilt: two[column] }));
  });
};

/** Single rows are compared where the sums of hashes differ. The rebuilt generation must not change meanwhile. */
export const findDifferences = async (
  { client, pool }: { readonly client: ClientBase; readonly pool: Pool },
  { name, tables }: Projection,
  generations: { readonly live: number; readonly rebuilt: number },
): Promise<readonly Difference[]> => {
  const live = schemaOf(name, generations.live);
  const rebuilt = schemaOf(name, generations.rebuilt);
  const found: Difference[] = [];
  for (const table of Object.values(tables)) {
    const [one, other] = await Promise.all([
      computeFingerprint(client, live, table),
      computeFingerprint(pool, rebuilt, table),
    ]);
    if (one === other) continue;
    const inLive = await findRowsOnlyIn(client, table, [live, rebuilt]);
    const inRebuilt = await findRowsOnlyIn(client, table, [rebuilt, live]);
    found.push(...compareRows(name, table, [inLive, inRebuilt]));
  }
  return found;
};
