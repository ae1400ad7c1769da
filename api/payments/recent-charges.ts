import { LRUCache } from 'lru-cache';
import type { TransactionName } from '#/projections/provider-reference.ts';

/** About half a minute of sales at the highest rate that one process reaches. */
const MOST = 5_000;

/** The latest payments charged by this process, by transaction: a notice may arrive before any read model knows the charge. */
export interface RecentCharges {
  readonly note: (
    charge: TransactionName & { readonly platformId: string; readonly paymentId: string },
  ) => void;
  readonly paymentOf: (transaction: TransactionName) => string | undefined;
}

export const createRecentCharges = (): RecentCharges => {
  const charges = new LRUCache<string, { platformId: string; paymentId: string }>({ max: MOST });
  const keyOf = ({ provider, transactionId }: TransactionName): string =>
    `${provider}:${transactionId}`;
  return {
    note: ({ platformId, paymentId, ...transaction }) =>
      void charges.set(keyOf({ ...transaction, platformId }), { platformId, paymentId }),
    paymentOf: (transaction) => {
      const found = charges.get(keyOf(transaction));
      const isSameAccount = (transaction.platformId ?? found?.platformId) === found?.platformId;
      return isSameAccount ? found?.paymentId : undefined;
    },
  };
};
