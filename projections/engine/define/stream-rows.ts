import { rowsOf, type Conditions, type Reader } from './page.ts';
import { selection, viewOf } from './table-sql.ts';
import { snakeCase, type AnyRow, type Table } from './table.ts';

const BATCH = 2_000;

/**
 * All rows of a view in an order whose columns are unique together. Each batch is a query of its own, found by the key of
 * the last row, so no transaction and no lock lives as long as a slow reader takes. The next batch is fetched while this
 * one is used.
 */
export async function* streamRows<Row extends AnyRow>(
  reader: Reader,
  {
    table,
    conditions,
    order,
  }: {
    readonly table: Table;
    /** Made anew for each batch. */
    readonly conditions: () => Conditions;
    readonly order: readonly string[];
  },
): AsyncGenerator<readonly Row[]> {
  const columns = order.map(snakeCase).join(', ');
  const batch = (last: Row | undefined): Promise<readonly Row[]> => {
    const where = conditions();
    if (last !== undefined) {
      const values = order.map((name) => where.bind(String(last[name])));
      where.and(`(${columns}) > (${values.join(', ')})`);
    }
    const from = `SELECT ${selection(table)} FROM ${viewOf(table)}${where.where}`;
    return rowsOf<Row>(reader, `${from} ORDER BY ${columns} LIMIT ${BATCH}`, where.values);
  };
  let next = batch(undefined);
  for (;;) {
    const rows = await next;
    const last = rows.length === BATCH ? rows.at(-1) : undefined;
    if (last !== undefined) {
      next = batch(last);
      next.catch(() => undefined);
    }
    if (rows.length > 0) yield rows;
    if (last === undefined) return;
  }
}
