import { queryOptions } from '@tanstack/react-query';
import { newestPosition } from '#/web/lib/own-writes.ts';
import { query } from '#/web/lib/rpc.ts';
import type { AdminSaleSearch, SaleSearch } from './sale-search.ts';

/** Whose eyes look at a sale; each has its own procedures. */
export type Viewpoint = 'seller' | 'admin';

const listInput = ({ open: _open, ...filters }: SaleSearch) => ({
  ...filters,
  after: newestPosition(),
});

export const sellerSalesQuery = (search: SaleSearch) => ({
  queryKey: ['sales', 'seller', { ...search, open: undefined }],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    query('seller.listSales', listInput(search), { signal }),
});

export const adminSalesQuery = (search: AdminSaleSearch) => ({
  queryKey: ['sales', 'admin', { ...search, open: undefined }],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    query('admin.listSales', { ...listInput(search), sellerId: search.sellerId }, { signal }),
});

export const saleQuery = (viewpoint: Viewpoint, paymentId: string) =>
  queryOptions({
    queryKey: ['sale', viewpoint, paymentId],
    queryFn: ({ signal }) =>
      query(`${viewpoint}.getSale`, { paymentId, after: newestPosition() }, { signal }),
  });
