import type { WithdrawalReceipt } from '#/api/contract/paid-withdrawals.ts';
import { newestPosition } from '#/web/lib/own-writes.ts';
import { query } from '#/web/lib/rpc.ts';

interface QueryContext {
  readonly signal: AbortSignal;
}

/** Sellers and staff use different procedures. */
export interface ReceiptQuery {
  readonly queryKey: readonly string[];
  readonly queryFn: (context: QueryContext) => Promise<WithdrawalReceipt>;
  /** The procedure that returns the receipt as a file. */
  readonly take: 'seller.takeReceipt' | 'admin.takeReceipt';
}

export const sellerReceiptQuery = (withdrawalId: string): ReceiptQuery => ({
  queryKey: ['own-receipt', withdrawalId],
  queryFn: ({ signal }) =>
    query('seller.getReceipt', { withdrawalId, after: newestPosition() }, { signal }),
  take: 'seller.takeReceipt',
});

export const adminReceiptQuery = (withdrawalId: string): ReceiptQuery => ({
  queryKey: ['receipt', withdrawalId],
  queryFn: ({ signal }) =>
    query('admin.getReceipt', { withdrawalId, after: newestPosition() }, { signal }),
  take: 'admin.takeReceipt',
});
