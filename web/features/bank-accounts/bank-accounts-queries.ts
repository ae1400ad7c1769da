import { queryOptions } from '@tanstack/react-query';
import type { OutputOf } from '#/api/contract/contract.ts';
import type { ReviewedDestination } from '#/api/contract/payouts.ts';
import { newestPosition } from '#/web/lib/own-writes.ts';
import { ProblemError, query } from '#/web/lib/rpc.ts';
import type { TableSearch } from '#/web/ui/blocks/page-definition.ts';

/** The list is polled, because other staff decide in the same queue. */
const POLL_MILLISECONDS = 15_000;

export type DestinationStatus = ReviewedDestination['status'];
export type OpenedDestination = OutputOf<'admin.getDestination'>;

export interface BankAccountsSearch extends TableSearch {
  /** Undefined: those that wait for a decision, whether WAITING or SUSPENDED. */
  readonly status?: Exclude<DestinationStatus, 'REMOVED'> | undefined;
}

export const bankAccountsQuery = ({ cursor, status }: BankAccountsSearch) => ({
  queryKey: ['destinations', status, cursor],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    query('admin.listDestinations', { cursor, status, after: newestPosition() }, { signal }),
  refetchInterval: POLL_MILLISECONDS,
});

export const bankAccountQuery = (destinationId: string) =>
  queryOptions({
    queryKey: ['destination', destinationId],
    queryFn: ({ signal }) =>
      query('admin.getDestination', { destinationId, after: newestPosition() }, { signal }),
  });

/** Whether a write failed because others have decided, or the seller has removed the destination. */
export const isDecided = (failure: unknown): boolean =>
  failure instanceof ProblemError && failure.problem.code === 'destination/not-waiting';

/** Whether a write failed because the destination has changed since the page was loaded. */
export const isOutdated = (failure: unknown): boolean =>
  isDecided(failure) ||
  (failure instanceof ProblemError && failure.problem.code === 'destination/changed');

/** The seller's name, or the id if the seller's data were erased. */
export const sellerOf = ({
  sellerName,
  sellerId,
}: Pick<ReviewedDestination, 'sellerName' | 'sellerId'>): string => sellerName ?? sellerId;
