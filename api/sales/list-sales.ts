import type { Services } from '#/api/composition/api-services.ts';
import type { ParsedInputOf } from '#/api/contract/contract.ts';
import { readPage } from '#/api/http/paging.ts';
import { readFresh } from '#/api/reads/freshness.ts';
import { listSales as listRows } from '#/projections/sales-queries.ts';
import { showSales } from './sale-view.ts';
import type { SalesReader } from './sales-reader.ts';

/** Lists sales, newest first. */
export const listSales = async (
  services: Services,
  { isWithNumbers: _, ...scope }: SalesReader,
  { after, cursor, limit, ...filters }: ParsedInputOf<'admin.listSales'>,
) => {
  const { value, position } = await readFresh(services, ['sales'], after, (database) =>
    readPage(() => listRows(database, { ...filters, ...scope }, { limit, cursor })),
  );
  const items = await showSales(services, value.items);
  return { items, nextCursor: value.nextCursor, position };
};
