import type { Queryable } from '#/projections/engine/define/query.ts';
import { findByTransactions } from '#/projections/provider-reference.ts';
import { listExistingWithdrawals } from '#/projections/withdrawals-queries.ts';
import type { Sender } from '#/api/webhooks/store/notice-store.ts';

export type NoticeAccount = Pick<Sender, 'provider' | 'platformId'>;

/** Queries of read models, which may lag behind the log. */
export interface References {
  /** Payment ids by transaction id; the latest payment, if the acquirer used an id twice. */
  readonly paymentsOf: (
    account: NoticeAccount,
    transactionIds: readonly string[],
  ) => Promise<ReadonlyMap<string, string>>;
  readonly withdrawalsAmong: (
    account: NoticeAccount,
    withdrawalIds: readonly string[],
  ) => Promise<ReadonlySet<string>>;
}

export const referencesIn = (reader: Queryable): References => ({
  paymentsOf: async (account, transactionIds) => {
    const rows = await findByTransactions(reader, { ...account, transactionIds });
    return new Map(
      transactionIds.flatMap((transactionId) => {
        const paymentId = rows.get(transactionId)?.paymentId;
        return paymentId === undefined ? [] : [[transactionId, paymentId] as const];
      }),
    );
  },
  withdrawalsAmong: (account, withdrawalIds) =>
    listExistingWithdrawals(reader, { ...account, withdrawalIds }),
});
