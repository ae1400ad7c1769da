import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { PaidWithdrawal } from '#/api/contract/paid-withdrawals.ts';
import { newestPosition } from '#/web/lib/own-writes.ts';
import { query } from '#/web/lib/rpc.ts';
import type { TableSearch } from '#/web/ui/blocks/page-definition.ts';

export interface PaidFilters {
  readonly sellerId?: string | undefined;
  /** First and last day of the payouts. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export type PaidSearch = TableSearch & PaidFilters;

export const paidQuery = ({ cursor, sellerId, from, to }: PaidSearch) => ({
  queryKey: ['paid-withdrawals', sellerId, from, to, cursor],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    query(
      'admin.listPaidWithdrawals',
      { cursor, sellerId, from, to, after: newestPosition() },
      { signal },
    ),
});

export const paidTotalsQuery = ({ sellerId, from, to }: PaidFilters) =>
  queryOptions({
    queryKey: ['paid-totals', sellerId, from, to],
    queryFn: ({ signal }) =>
      query('admin.getPaidTotals', { sellerId, from, to, after: newestPosition() }, { signal }),
    placeholderData: keepPreviousData,
  });

/** The seller's name, or the id if the seller's data were erased. */
export const paidName = ({
  sellerName,
  sellerId,
}: Pick<PaidWithdrawal, 'sellerName' | 'sellerId'>): string => sellerName ?? sellerId;

export const isFiltered = ({ sellerId, from, to }: PaidFilters): boolean =>
  (sellerId ?? from ?? to) !== undefined;
