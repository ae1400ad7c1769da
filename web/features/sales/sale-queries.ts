import { queryOptions } from '@tanstack/react-query';
import type { OutputOf } from '#/api/contract/contract.ts';
import { newestPosition } from '#/web/lib/own-writes.ts';
import { lookFor, query } from '#/web/lib/rpc.ts';
import { withLatest } from './merge-sale.ts';
import type { AdminSaleSearch, SaleSearch } from './sale-search.ts';

export type Viewpoint = 'seller' | 'admin';

/** Which sales were searched: all, a part or none; undefined without a search. */
type SearchedRange = OutputOf<'seller.searchSales'>['searched'] | undefined;

interface QueryContext {
  readonly signal: AbortSignal;
}

export const sellerSalesQuery = ({ open: _open, ...search }: SaleSearch) => ({
  queryKey: ['sales', 'seller', search],
  queryFn: async ({
    signal,
  }: QueryContext): Promise<OutputOf<'seller.listSales'> & { searched?: SearchedRange }> => {
    const { text, ...filters } = search;
    const input = { ...filters, after: newestPosition() };
    return withLatest(
      await (text === undefined
        ? query('seller.listSales', input, { signal })
        : lookFor('seller.searchSales', { ...input, text }, { signal })),
    );
  },
});

export const adminSalesQuery = ({ open: _open, ...search }: AdminSaleSearch) => ({
  queryKey: ['sales', 'admin', search],
  queryFn: ({
    signal,
  }: QueryContext): Promise<OutputOf<'admin.listSales'> & { searched?: SearchedRange }> => {
    const { text, ...filters } = search;
    const input = { ...filters, after: newestPosition() };
    return text === undefined
      ? query('admin.listSales', input, { signal })
      : lookFor('admin.searchSales', { ...input, text }, { signal });
  },
});

export const sellersQuery = (text: string) =>
  queryOptions({
    queryKey: ['sellers', text],
    queryFn: ({ signal }) => lookFor('admin.findSellers', { text }, { signal }),
  });

export const saleQuery = (viewpoint: Viewpoint, paymentId: string) =>
  queryOptions({
    queryKey: ['sale', viewpoint, paymentId],
    queryFn: ({ signal }) =>
      query(`${viewpoint}.getSale`, { paymentId, after: newestPosition() }, { signal }),
  });

/** Its query key begins like the summary's, so that a refresh of the summary refreshes both. */
export const lastSalesQuery = queryOptions({
  queryKey: ['summary', 'last-sales'],
  queryFn: ({ signal }) =>
    query('seller.listSales', { limit: 8, after: newestPosition() }, { signal }),
});
