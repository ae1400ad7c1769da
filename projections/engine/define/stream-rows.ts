import { after } from './page.ts';
import { all, fetchRows, select, type Filter, type Queryable } from './query.ts';
import { snakeCase, type AnyRow, type Table } from './table.ts';

const BATCH = 2_000;

/**
 * Yields all rows in batches. Each batch is its own query, so that a slow reader holds no transaction open.
 * @param order columns that together are unique
 */
export async function* streamRows<Row extends AnyRow>(
  reader: Queryable,
  table: Table,
  { filter, order }: { readonly filter: Filter; readonly order: readonly string[] },
): AsyncGenerator<readonly Row[]> {
  const columns = order.map(snakeCase);
  const batch = (last: Row | undefined): Promise<readonly Row[]> => {
    const key = order.map((name) => String(last?.[name]));
    const rest = last === undefined ? filter : all(filter, after(columns, key, '>'));
    const ordered = columns.map((column) => ({ column }));
    return fetchRows<Row>(reader, rest(select(table)).orderBy(ordered).limit(BATCH));
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
