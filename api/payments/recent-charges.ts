import { createLogCache } from '#/ledger/epochs/log-cache.ts';
import type { EventStore } from '#/ledger/event-store.ts';
import type { TransactionName } from '#/projections/provider-reference.ts';

/** Most payments in memory; the least recently used one is dropped first. */
const MOST = 5_000;

/** Payments that this process charged recently, by transaction, so that their notices need no query. */
export interface RecentCharges {
  readonly remember: (
    charge: TransactionName & { readonly platformId: string; readonly paymentId: string },
  ) => void;
  readonly paymentOf: (transaction: TransactionName) => string | undefined;
}

export const createRecentCharges = (store: Pick<EventStore, 'rewinds'>): RecentCharges => {
  const charges = createLogCache<{ platformId: string; paymentId: string }>(store, MOST);
  const keyOf = ({ provider, transactionId }: TransactionName): string =>
    `${provider}:${transactionId}`;
  return {
    remember: ({ platformId, paymentId, ...transaction }) =>
      charges.set(keyOf({ ...transaction, platformId }), { platformId, paymentId }, charges.now()),
    paymentOf: (transaction) => {
      const charge = charges.get(keyOf(transaction));
      const isSamePlatform = (transaction.platformId ?? charge?.platformId) === charge?.platformId;
      return isSamePlatform ? charge?.paymentId : undefined;
    },
  };
};
