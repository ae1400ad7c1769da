import type { Decider, EventOf } from '#/domain/aggregates/aggregate.ts';
import type { ReserveTransaction } from './commands.ts';
import type { transactionEvents } from './events.ts';

export type TransactionEvent = EventOf<typeof transactionEvents>;

export interface Transaction {
  /** The payment for which the transaction is reserved; null = none. */
  readonly paymentId: string | null;
}

/** An acquirer's transaction is reserved for the first payment that it pays (acquirers.134). */
export const transaction: Decider<ReserveTransaction, TransactionEvent, Transaction> = {
  category: 'transaction',
  initial: { paymentId: null },
  decide: ({ type: _, now: at, ...reserved }, { paymentId }) =>
    paymentId === null ? [{ type: 'TransactionReserved', data: { ...reserved, at } }] : [],
  evolve: (_, { data: { paymentId } }) => ({ paymentId }),
};
