import { newestPosition } from '#/web/lib/own-writes.ts';
import { query } from '#/web/lib/rpc.ts';
import type { TableSearch } from '#/web/ui/blocks/page-definition.ts';
import type { DayRange } from '#/web/ui/fields/day-range.ts';

interface QueryContext {
  readonly signal: AbortSignal;
}

export const negativeSellersQuery = ({ cursor }: TableSearch) => ({
  queryKey: ['negative-sellers', cursor],
  queryFn: ({ signal }: QueryContext) =>
    query('admin.listNegativeSellers', { cursor, after: newestPosition() }, { signal }),
});

/** One response has the whole list. */
export const sellerRevenueQuery = ({ from, to }: DayRange) => ({
  queryKey: ['seller-revenue', from, to],
  queryFn: async ({ signal }: QueryContext) => ({
    ...(await query('admin.listSellerRevenue', { from, to, after: newestPosition() }, { signal })),
    nextCursor: null,
  }),
});
