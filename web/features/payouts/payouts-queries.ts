import type { WaitingWithdrawal } from '#/api/contract/payouts.ts';
import { newestPosition } from '#/web/lib/own-writes.ts';
import { ProblemError, query } from '#/web/lib/rpc.ts';
import type { TableSearch } from '#/web/ui/blocks/page-definition.ts';

/** The list is polled, because other staff decide in the same queue. */
const POLL_MILLISECONDS = 10_000;

export const payoutsQuery = ({ cursor }: TableSearch) => ({
  queryKey: ['waiting-withdrawals', cursor],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    query('admin.listWaitingWithdrawals', { cursor, after: newestPosition() }, { signal }),
  refetchInterval: POLL_MILLISECONDS,
});

/** Whether a write failed because others have decided meanwhile. */
export const isDecided = (failure: unknown): boolean =>
  failure instanceof ProblemError && failure.problem.code === 'withdrawal/not-waiting';

/** The seller's name, or the id if the seller's data were erased. */
export const payoutName = ({
  sellerName,
  sellerId,
}: Pick<WaitingWithdrawal, 'sellerName' | 'sellerId'>): string => sellerName ?? sellerId;
