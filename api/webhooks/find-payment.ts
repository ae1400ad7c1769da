import type { Core } from '#/api/composition/core.ts';
import { streamOf } from '#/domain/ids.ts';
import { payment } from '#/domain/payment/decider.ts';
import type { TransactionName } from '#/projections/provider-reference.ts';
import type { References } from './references.ts';

/** A provider's transaction, and the payment that the notice claims it belongs to; anybody can make such a claim. */
export interface ClaimedTransaction extends TransactionName {
  readonly orderId: string | null;
}

/**
 * Returns the payment that has a provider's transaction; null when none is known. It waits for no read model: a notice that
 * arrives before any of the three places knows the charge is stored and looked up again after a moment.
 */
export type FindPayment = (transaction: ClaimedTransaction) => Promise<string | null>;

/** Returns the claimed payment if its own stream names this transaction. */
const claimedPayment = async (
  { handler }: Pick<Core, 'handler'>,
  { orderId, provider, platformId, transactionId }: ClaimedTransaction,
): Promise<string | undefined> => {
  if (orderId === null) return undefined;
  const { state } = await handler.load(payment, streamOf('payment', orderId));
  if (state.status === 'NONE') return undefined;
  const isIts =
    state.transactionId === transactionId &&
    state.provider === provider &&
    (platformId ?? state.requested.platformId) === state.requested.platformId;
  return isIts ? orderId : undefined;
};

/** Looks among this process's recent charges, then in the claimed payment's stream, then in the current read model. */
export const createPaymentFinder =
  (parts: {
    readonly references: Pick<References, 'paymentsOf'>;
    readonly core: Pick<Core, 'handler' | 'recentCharges'>;
  }): FindPayment =>
  async (transaction) => {
    const { references, core } = parts;
    const recent = core.recentCharges.paymentOf(transaction);
    if (recent !== undefined) return recent;
    const claimed = await claimedPayment(core, transaction);
    if (claimed !== undefined) return claimed;
    const { provider, platformId, transactionId } = transaction;
    const found = await references.paymentsOf({ provider, platformId }, [transactionId]);
    return found.get(transactionId) ?? null;
  };
