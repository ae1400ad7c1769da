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

interface Versions {
  readonly live?: AnyRow;
  readonly rebuilt?: AnyRow;
}

/** Returns the first keys, in order, whose rows differ between the generations, with both rows. */
const findUnequalRows = async (
  client: ClientBase,
  table: Table,
  [live, rebuilt]: readonly [string, string],
): Promise<readonly Versions[]> => {
  const all = (from: string) => `SELECT ${columnsOf(table)} FROM ${tableIn(from, table)}`;
  const onlyIn = (schema: string, other: string, name: keyof Versions) =>
    `SELECT '${name}' AS found_in, it.* FROM (${all(schema)} EXCEPT ALL ${all(other)}) AS it`;
  const order = table.key.map((name) => `"${snakeCase(name)}"`).join(', ');
  // A key has at most one row in each generation, so that the first keys are complete.
  const { rows } = await client.query<AnyRow & { readonly found_in: keyof Versions }>({
    text: `${onlyIn(live, rebuilt, 'live')} UNION ALL ${onlyIn(rebuilt, live, 'rebuilt')}
      ORDER BY ${order} LIMIT ${2 * SHOWN}`,
    types: rowTypes,
  });
  const byKey = new Map<string, Versions>();
  for (const { found_in: name, ...row } of rows) {
    const key = JSON.stringify(keyOf(table, row));
    byKey.set(key, { ...byKey.get(key), [name]: row });
  }
  return [...byKey.values()].slice(0, SHOWN);
};

const differencesIn = (
  projection: string,
  table: Table,
  { live, rebuilt }: Versions,
): readonly Difference[] => {
  const at = { projection, table: table.name, key: keyOf(table, live ?? rebuilt ?? {}) };
  if (live === undefined || rebuilt === undefined)
    return [{ ...at, column: null, live: live ?? null, rebuilt: rebuilt ?? null }];
  return Object.keys(live)
    .filter((column) => live[column] !== rebuilt[column])
    .map((column) => ({ ...at, column, live: live[column], rebuilt: rebuilt[column] }));
};

/** Returns the first differences of each table. The rebuilt generation must not change meanwhile. */
export const findDifferences = async (
  { client, pool }: { readonly client: ClientBase; readonly pool: Pool },
  { name, tables }: Projection,
  generations: { readonly live: number; readonly rebuilt: number },
): Promise<readonly Difference[]> => {
  const live = schemaOf(name, generations.live);
  const rebuilt = schemaOf(name, generations.rebuilt);
  const differences: Difference[] = [];
  for (const table of Object.values(tables)) {
    const [one, other] = await Promise.all([
      computeFingerprint(client, live, table),
      computeFingerprint(pool, rebuilt, table),
    ]);
    // Comparing single rows takes longer than comparing sums of hashes.
    if (one === other) continue;
    const unequalRows = await findUnequalRows(client, table, [live, rebuilt]);
    differences.push(...unequalRows.flatMap((versions) => differencesIn(name, table, versions)));
  }
  return differences;
};
