import { queryOptions } from '@tanstack/react-query';
import type { OutputOf } from '#/api/contract/contract.ts';
import type { ReviewedDestination } from '#/api/contract/payouts.ts';
import { newestPosition } from '#/web/lib/own-writes.ts';
import { ProblemError, query } from '#/web/lib/rpc.ts';
import type { TableSearch } from '#/web/ui/blocks/page-definition.ts';

/** Others decide in the same queue. */
const ASKED_AGAIN_MILLISECONDS = 15_000;

export type DestinationStatus = ReviewedDestination['status'];
export type OpenedDestination = OutputOf<'admin.getDestination'>;

export interface BankAccountsSearch extends TableSearch {
  /** Without it, those that wait for staff. */
  readonly status?: Exclude<DestinationStatus, 'REMOVED'> | undefined;
}

export const bankAccountsQuery = ({ cursor, status }: BankAccountsSearch) => ({
  queryKey: ['destinations', status, cursor],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    query('admin.listDestinations', { cursor, status, after: newestPosition() }, { signal }),
  refetchInterval: ASKED_AGAIN_MILLISECONDS,
});

export const bankAccountQuery = (destinationId: string) =>
  queryOptions({
    queryKey: ['destination', destinationId],
    queryFn: ({ signal }) =>
      query('admin.getDestination', { destinationId, after: newestPosition() }, { signal }),
  });

/** Whether the destination waits no more: someone else has decided, or the seller took it back. */
export const isDecided = (failure: unknown): boolean =>
  failure instanceof ProblemError && failure.problem.code === 'destination/not-waiting';

/** The seller's name, or the id of who was erased. */
export const sellerOf = ({
  sellerName,
  sellerId,
}: Pick<ReviewedDestination, 'sellerName' | 'sellerId'>): string => sellerName ?? sellerId;
