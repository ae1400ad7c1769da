import type { Knex } from 'knex';
import type { QueryConfig, QueryResult, QueryResultRow } from 'pg';
import { addDays, startOfDay, type Day } from '#/domain/values/time.ts';
import { sql, statementOf } from '#/ledger/database/sql.ts';
import { selection, viewOf } from './table-sql.ts';
import { rowTypes } from './row-types.ts';
import type { AnyRow, Table } from './table.ts';

export type Query = Knex.QueryBuilder;

/** A connection pool, or a transaction with a fixed snapshot. */
export interface Queryable {
  query<Row extends QueryResultRow>(query: QueryConfig): Promise<QueryResult<Row>>;
}

type Parameter = string | number | boolean | readonly string[];

/** Runs a fixed statement. */
export const rowsOf = async <Row extends AnyRow>(
  reader: Queryable,
  text: string,
  values: readonly Parameter[] = [],
): Promise<readonly Row[]> =>
  (await reader.query<Row>({ text, values: [...values], types: rowTypes })).rows;

/** Runs a composed statement. */
export const fetchRows = async <Row extends AnyRow>(
  reader: Queryable,
  query: Query | Knex.Raw,
): Promise<readonly Row[]> =>
  (await reader.query<Row>({ ...statementOf(query), types: rowTypes })).rows;

/** Queries the live rows. The caller selects the columns. */
export const rowsIn = (table: Table): Query => sql.from(sql.raw(viewOf(table)));

/** Queries the live rows with all columns, as `RowOf` the table. */
export const select = (table: Table): Query => rowsIn(table).select(sql.raw(selection(table)));

export type Filter = (query: Query) => Query;

export const all =
  (...filters: readonly Filter[]): Filter =>
  (query) =>
    filters.reduce((filtered, filter) => filter(filtered), query);

/** Restricts columns to values; an undefined value does not restrict. */
export const equal =
  (values: Readonly<Record<string, string | undefined>>): Filter =>
  (query) =>
    query.where(
      Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)),
    );

interface Days {
  readonly from?: Day | undefined;
  readonly to?: Day | undefined;
}

/** Both days included. */
export const withinDays =
  (column: string, { from, to }: Days): Filter =>
  (query) => {
    if (from !== undefined) void query.where(column, '>=', from);
    if (to !== undefined) void query.where(column, '<=', to);
    return query;
  };

/** Brazilian days, both included. */
export const withinInstants =
  (column: string, { from, to }: Days): Filter =>
  (query) => {
    if (from !== undefined) void query.where(column, '>=', startOfDay(from));
    if (to !== undefined) void query.where(column, '<', startOfDay(addDays(to, 1)));
    return query;
  };

export const countRows = async (
  reader: Queryable,
  table: Table,
  filter: Filter,
): Promise<number> => {
  const counted = filter(rowsIn(table)).count({ count: '*' });
  const [row] = await fetchRows<{ count: number }>(reader, counted);
  return row?.count ?? 0;
};
