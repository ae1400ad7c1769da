import type { Core } from '#/api/composition/core.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { payment } from '#/domain/payment/decider.ts';
import { formerChargeOf } from '#/domain/payment/reroute.ts';
import { decode } from '#/ledger/codec.ts';
import { StoreAway, type EventStore, type Position } from '#/ledger/event-store.ts';
import type { TransactionName } from '#/projections/provider-reference.ts';
import type { References } from './references.ts';

/** A provider's transaction, and the payment that the notice names for it; anybody can send such a notice. */
export interface ClaimedTransaction extends TransactionName {
  readonly orderId: string | null;
}

/** Returns the id of the payment that has this transaction, or null if none is found. */
export type FindPayment = (transaction: ClaimedTransaction) => Promise<string | null>;

interface FinderSources {
  readonly references: Pick<References, 'paymentsOf'>;
  /** The position up to which `references` show the log; '' = the beginning. */
  readonly readModelPosition: () => Promise<Position | ''>;
  readonly core: Pick<Core, 'handler' | 'recentCharges'> & {
    readonly store: Pick<EventStore, 'readAll'>;
  };
}

/** Returns the payment that the notice names, if the payment's own stream names this transaction, now or formerly. */
const findClaimed = async (
  { handler }: Pick<Core, 'handler'>,
  { orderId, provider, platformId, transactionId }: ClaimedTransaction,
): Promise<string | undefined> => {
  if (orderId === null) return undefined;
  const { state } = await handler.load(payment, streamOf('payment', orderId));
  if (state.status === 'NONE') return undefined;
  const isItsTransaction =
    (state.transactionId === transactionId && state.provider === provider) ||
    formerChargeOf(state, { provider, transactionId }) !== undefined;
  const isOfPlatform = (platformId ?? state.requested.platformId) === state.requested.platformId;
  return isItsTransaction && isOfPlatform ? orderId : undefined;
};

/** Most events read after the read model's position; few, because strangers' notices lead to such a read too. */
const MOST_EVENTS = 2_000;

/** Returns the payments charged after a position under this transaction id, the latest first; only those read so far if the log fails. */
const listChargedAfter = async (
  store: Pick<EventStore, 'readAll'>,
  after: Position | '',
  transactionId: string,
): Promise<readonly string[]> => {
  const paymentIds: string[] = [];
  try {
    for await (const batch of store.readAll({
      ...(after !== '' && { after }),
      limit: MOST_EVENTS,
    })) {
      for (const event of batch.filter(({ type }) => type === 'PaymentSubmitted').map(decode)) {
        const isCharged =
          event.type === 'PaymentSubmitted' && event.data.transactionId === transactionId;
        if (isCharged) paymentIds.push(event.aggregateId);
      }
    }
  } catch (error) {
    if (!(error instanceof StoreAway)) throw error;
  }
  return paymentIds.toReversed();
};

/** Searches the cheapest source first: recent charges, the payment that the notice names, the read model, the newest events. */
export const createPaymentFinder =
  ({ references, readModelPosition, core }: FinderSources): FindPayment =>
  async (transaction) => {
    const recent = core.recentCharges.paymentOf(transaction);
    if (recent !== undefined) return recent;
    const claimed = await findClaimed(core, transaction);
    if (claimed !== undefined) return claimed;
    const { provider, platformId, transactionId } = transaction;
    // The position is read before the rows, so that no event between the two reads is missed.
    const after = await readModelPosition();
    const payments = await references.paymentsOf({ provider, platformId }, [transactionId]);
    const shownPayment = payments.get(transactionId);
    if (shownPayment !== undefined) return shownPayment;
    for (const orderId of await listChargedAfter(core.store, after, transactionId)) {
      const charged = await findClaimed(core, { ...transaction, orderId });
      if (charged !== undefined) return charged;
    }
    return null;
  };
