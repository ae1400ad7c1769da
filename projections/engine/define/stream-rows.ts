import { rowsOf, type Conditions, type Queryable } from './page.ts';
import { selection, viewOf } from './table-sql.ts';
import { snakeCase, type AnyRow, type Table } from './table.ts';

const BATCH = 2_000;

/**
 * Streams all rows of a view, ordered by columns that together are unique. Each batch is its own query, starting after the key
 * of the last row, so a slow reader holds no transaction or lock open. The next batch is fetched while this one is used.
 */
export async function* streamRows<Row extends AnyRow>(
  reader: Queryable,
  {
    table,
    conditions,
    order,
  }: {
    readonly table: Table;
    /** Called for each batch, because each adds its own conditions. */
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
