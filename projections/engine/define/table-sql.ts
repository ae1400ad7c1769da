import { rowTypes } from './row-types.ts';
import { textArray } from '#/ledger/database/text-array.ts';
import { snakeCase, type AnyRow, type Column, type Index, type Table } from './table.ts';

/** A name from code may be a reserved word of SQL. */
const quoteName = (name: string): string => `"${snakeCase(name)}"`;

const list = (names: readonly string[]): string => names.map(quoteName).join(', ');

export const schemaOf = (projection: string, generation: number): string =>
  `${projection.replaceAll('-', '_')}_g${generation}`;

export const tableIn = (schema: string, table: Table): string =>
  `${schema}.${quoteName(table.name)}`;

/** The view that queries use; it shows the live generation. */
export const viewOf = (table: Table): string => `read.${quoteName(table.name)}`;

const printColumn = ([name, { sql, nullable }]: readonly [string, Column<unknown>]): string => {
  const type = sql === 'text' ? 'text COLLATE "C"' : sql;
  return `${quoteName(name)} ${type}${nullable ? '' : ' NOT NULL'}`;
};

/**
 * Makes no key or index: a rebuild adds the key when it must find rows, at the latest once all are in, and indexes last. Long JSON is
 * stored uncompressed, because compressing it would take most of a rebuild's time.
 * @param isLogged false for a table that is dropped soon: it need not survive a crash of Postgres
 */
export const createTable = (schema: string, table: Table, isLogged = true): string => {
  const columns = Object.entries(table.columns);
  const external = columns
    .filter(([, { sql }]) => sql === 'json')
    .map(
      ([name]) =>
        `; ALTER TABLE ${tableIn(schema, table)} ALTER ${quoteName(name)} SET STORAGE EXTERNAL`,
    );
  const body = columns.map(printColumn).join(', ');
  const kind = isLogged ? 'TABLE' : 'UNLOGGED TABLE';
  return `CREATE ${kind} ${tableIn(schema, table)} (${body})${external.join('')}`;
};

export const createKey = (schema: string, table: Table): string =>
  `ALTER TABLE ${tableIn(schema, table)} ADD PRIMARY KEY (${list(table.key)})`;

/**
 * For a rebuild whose tables are compared with the live ones and then dropped. Loading may have made the key of a table already, so IF NOT
 * EXISTS is needed, which a primary key lacks; a unique index is enough. It gets the name that Postgres gives the index of a primary key.
 */
export const createKeyIfMissing = (schema: string, table: Table): string =>
  `CREATE UNIQUE INDEX IF NOT EXISTS ${quoteName(`${table.name}_pkey`)} ON ${tableIn(schema, table)} (${list(table.key)})`;

const createIndex = (schema: string, table: Table, { columns, unique, where }: Index): string =>
  `CREATE ${unique === true ? 'UNIQUE ' : ''}INDEX ON ${tableIn(schema, table)} (${list(columns)})` +
  (where === undefined ? '' : ` WHERE ${where}`);

export const createIndexes = (schema: string, table: Table): readonly string[] =>
  table.indexes.map((index) => createIndex(schema, table, index));

/** Merges rows with the same key, in a `sums` table that has no primary key yet. */
export const addUp = (schema: string, table: Table, isLogged: boolean): string => {
  const partsName = `${table.name}_parts`;
  const whole = tableIn(schema, table);
  const parts = tableIn(schema, { ...table, name: partsName });
  const columns = Object.entries(table.columns).map(([name, { sql }]) =>
    table.key.includes(name) ? quoteName(name) : `sum(${quoteName(name)})::${sql}`,
  );
  return [
    `ALTER TABLE ${whole} RENAME TO ${quoteName(partsName)}`,
    createTable(schema, table, isLogged),
    `INSERT INTO ${whole} SELECT ${columns.join(', ')} FROM ${parts} GROUP BY ${list(table.key)}`,
    `DROP TABLE ${parts}`,
  ].join(';');
};

/** `seller_id AS "sellerId", …`: makes the result's rows fit `RowOf` the table. */
export const selection = (table: Table, alias?: string): string =>
  Object.keys(table.columns)
    .map((name) => `${alias === undefined ? '' : `${alias}.`}${quoteName(name)} AS "${name}"`)
    .join(', ');

/** A FROM item with one parameter per column: an array of the texts in that column. */
const printParameters = (names: readonly string[], firstParameter: number): string => {
  const arrays = names.map((_, index) => `$${firstParameter + index}::text[]`).join(', ');
  return `unnest(${arrays}) AS given(${list(names)})`;
};

const cast = (table: Table, names: readonly string[]): string =>
  names
    .map((name) => `given.${quoteName(name)}::${table.columns[name]?.sql} AS ${quoteName(name)}`)
    .join(', ');

const onConflict = (table: Table): string => {
  if (table.kind === 'log') return '';
  const others = Object.keys(table.columns).filter((name) => !table.key.includes(name));
  const assignments = others.map((name) => {
    const sum = table.kind === 'sums' ? `stored.${quoteName(name)} + ` : '';
    return `${quoteName(name)} = ${sum}excluded.${quoteName(name)}`;
  });
  return ` ON CONFLICT (${list(table.key)}) DO UPDATE SET ${assignments.join(', ')}`;
};

/** `source` is a FROM item that yields a row only when writing is allowed. */
export const writeRows = (
  schema: string,
  table: Table,
  firstParameter: number,
  source?: string,
): string => {
  const names = Object.keys(table.columns);
  const from = `${source === undefined ? '' : `${source}, `}${printParameters(names, firstParameter)}`;
  return (
    `INSERT INTO ${tableIn(schema, table)} AS stored (${list(names)}) ` +
    `SELECT ${cast(table, names)} FROM ${from}${onConflict(table)}`
  );
};

/** Parameters of `writeRows`. @throws TypeError when a row does not fit its columns */
export const columnValues = (table: Table, rows: readonly AnyRow[]): readonly Buffer[] =>
  Object.entries(table.columns).map(([name, { nullable, encode }]) =>
    textArray(
      rows.map((row) => {
        const value = row[name];
        return value === null && nullable ? null : encode(value);
      }),
    ),
  );

export const readRows = (schema: string, table: Table, keys: readonly (readonly string[])[]) => ({
  text:
    `SELECT ${selection(table, 'stored')} FROM (SELECT ${cast(table, table.key)} ` +
    `FROM ${printParameters(table.key, 1)}) AS wanted JOIN ${tableIn(schema, table)} AS stored USING (${list(table.key)})`,
  values: table.key.map((_, index) => textArray(keys.map((key) => key[index] ?? null))),
  types: rowTypes,
});
