import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { InputOf } from '#/api/contract/contract.ts';
import type { PaidWithdrawal } from '#/api/contract/paid-withdrawals.ts';
import { markStateOf, type MarkState } from '#/domain/withdrawal/mark-state.ts';
import { newestPosition } from '#/web/lib/own-writes.ts';
import { query } from '#/web/lib/rpc.ts';
import type { TableSearch } from '#/web/ui/blocks/page-definition.ts';

export type ReconciliationFilter = NonNullable<InputOf<'admin.getPaidTotals'>['reconciliation']>;

export interface PaidFilters {
  readonly sellerId?: string | undefined;
  /** First and last day of the payouts. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Absent: all that are paid, reconciled or not. */
  readonly reconciliation?: ReconciliationFilter | undefined;
}

export type PaidSearch = TableSearch & PaidFilters;

export const filtersIn = ({ sellerId, from, to, reconciliation }: PaidFilters): PaidFilters => ({
  sellerId,
  from,
  to,
  reconciliation,
});

export const paidQuery = ({ cursor, ...search }: PaidSearch) => ({
  queryKey: ['paid-withdrawals', filtersIn(search), cursor],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    query(
      'admin.listPaidWithdrawals',
      { cursor, ...filtersIn(search), after: newestPosition() },
      { signal },
    ),
});

export const paidTotalsQuery = (filters: PaidFilters) =>
  queryOptions({
    queryKey: ['paid-totals', filtersIn(filters)],
    queryFn: ({ signal }) =>
      query('admin.getPaidTotals', { ...filtersIn(filters), after: newestPosition() }, { signal }),
    placeholderData: keepPreviousData,
  });

/** The seller's name, or the id if the seller's data were erased. */
export const paidName = ({
  sellerName,
  sellerId,
}: Pick<PaidWithdrawal, 'sellerName' | 'sellerId'>): string => sellerName ?? sellerId;

export const isFiltered = ({ sellerId, from, to, reconciliation }: PaidFilters): boolean =>
  (sellerId ?? from ?? to ?? reconciliation) !== undefined;

export const stateOfMark = ({ reconciliation, returnedAt }: PaidWithdrawal): MarkState =>
  markStateOf(reconciliation, returnedAt !== null);

/** Whether the user may mark the withdrawal: it is paid, and no mark on it holds. */
export const isMarkable = (payout: PaidWithdrawal): boolean => {
  const state = stateOfMark(payout);
  return state === 'NOT_RECONCILED' || state === 'CHANGED';
};
