import type { PurchaseOutput } from '#/api/contract/checkout.ts';
import type { ParsedInputOf } from '#/api/contract/contract.ts';
import type { Core } from '#/api/composition/core.ts';
import type { CardTries } from '#/api/payments/cards/card-tries.ts';
import type { Once } from '#/api/http/once.ts';
import { loadCheckoutRecord } from '#/api/offers/checkout-record.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { offer } from '#/domain/offer/offer.ts';
import { payment } from '#/domain/payment/decider.ts';
import type { RequestedPayment } from '#/domain/payment/state.ts';
import type { CheckoutRecord } from '#/domain/payment/pricing.ts';
import { derivedId } from '#/ledger/derived-id.ts';
import { refuseAgain, type DatedContext } from '#/ledger/idempotency.ts';
import type { GatewayOf } from './acquirers.ts';
import { buyersPart } from './buyer.ts';
import { charge, waitForOtherCharge } from './charge.ts';
import { onRecord, type RecordedPayment } from './recorded-payment.ts';
import { twinOrder } from './order.ts';
import { showPayment } from './payment-view.ts';
import { requestPayment } from './request-payment.ts';
import { standInsOf } from './stand-ins.ts';

type Purchase = ParsedInputOf<'checkout.purchase'>;

export interface PurchaseRequest {
  readonly purchase: Purchase;
  /** Runs the purchase once per Idempotency-Key: a retry gets the same payment or refusal. */
  readonly onceByBuyer: (platformId: string) => Once;
  readonly ip: string | undefined;
  /** Cookie of the buyer's browser, which links duplicate purchases. */
  readonly browser?: string | undefined;
  readonly gatewayOf: GatewayOf;
  readonly cardTries: CardTries;
}

/** Returns the acquirer's immediate answer to a card; undefined if there is none yet, and for a duplicate, which is not another attempt. */
const outcomeOf = ({ state, isFirstTry }: RecordedPayment & { readonly isFirstTry: boolean }) => {
  if (!isFirstTry) return undefined;
  if (state.status === 'REJECTED') return 'refused';
  return state.status === 'APPROVED' ? 'approved' : undefined;
};

/** @throws Rejected as `begin` of `CardTries` */
const countCardTry = async <Tried extends RecordedPayment & { readonly isFirstTry: boolean }>(
  { cardTries, ip }: PurchaseRequest,
  offerId: string,
  cardNumber: string | undefined,
  proceed: () => Promise<Tried>,
): Promise<Tried> => {
  const end = cardTries.begin({ ip: ip ?? 'unknown', offerId, cardNumber });
  try {
    const tried = await proceed();
    end(outcomeOf(tried));
    return tried;
  } catch (error) {
    end(undefined);
    throw error;
  }
};

interface PurchaseResult extends RecordedPayment {
  readonly paymentId: string;
  readonly upsellToken: string;
  readonly cardRefusal: string | null;
}

const paymentOf = (commandId: string): string => derivedId('payment', commandId);

const purchaseResult = (
  commandId: string,
  recorded: RecordedPayment,
  cardRefusal: string | null = null,
): PurchaseResult => ({
  paymentId: paymentOf(commandId),
  // This token is in no URL, unlike the payment's id, so only the buyer holds it.
  upsellToken: derivedId('upsell', commandId),
  cardRefusal,
  state: recorded.state,
  position: recorded.position,
});

const buy = async (
  core: Core,
  checkoutRecord: CheckoutRecord,
  request: PurchaseRequest,
  keyed: DatedContext,
): Promise<PurchaseResult> => {
  const paymentId = paymentOf(keyed.commandId);
  const standIns = standInsOf(core.ports, checkoutRecord.offerId);
  const buyer = buyersPart(request.purchase, checkoutRecord, {
    paymentId,
    standIns,
    ip: request.ip,
  });
  const before = await core.handler.load(payment, streamOf('payment', paymentId));
  const isRecorded = before.state.status !== 'NONE';
  const isByCard = request.purchase.paymentMethod === 'CREDIT_CARD';
  let cardRefusal: string | null = null;
  const purpose = { checkoutId: checkoutRecord.offerId, paymentId, isRecorded };
  const onCardRejected = (text: string): void => {
    cardRefusal = text;
  };
  const byCard = isByCard ? await core.cards.open(buyer, purpose, onCardRejected) : undefined;
  const proceed = async () => {
    const { purchase, gatewayOf } = request;
    const ordered = { paymentId, checkoutRecord, purchase, buyer, gatewayOf, before };
    const { attemptId, ...recorded } = await requestPayment(core, ordered, keyed);
    // Of concurrent duplicates, only the one that calls the acquirer counts as a card attempt.
    if (attemptId === undefined) {
      return { ...(await waitForOtherCharge(core, paymentId, recorded)), isFirstTry: false };
    }
    const submission = { buyer: byCard?.buyer ?? buyer, isFirstOnRecord: true };
    const { mayRepeat } = recorded.state.requested;
    const mayCharge = byCard === undefined || (await byCard.claim(mayRepeat));
    const charged = mayCharge
      ? await charge(core, paymentId, recorded, { submission, platform: keyed.platform, attemptId })
      : recorded;
    return { ...charged, isFirstTry: true };
  };
  const cardNumber = byCard?.buyer.card?.data.cardNumber;
  const tried = await (isByCard && !isRecorded
    ? countCardTry(request, checkoutRecord.offerId, cardNumber, proceed)
    : proceed());
  return purchaseResult(keyed.commandId, tried, cardRefusal);
};

const stageOf = ({ status, submission }: RequestedPayment) => {
  if (status === 'PENDING') return submission === 'AWAITED' ? 'called' : 'answered';
  return status === 'APPROVED' ? 'answered' : 'ended';
};

/** Buys, or joins an equal purchase of the same browser. Without our cookie equal purchases cannot be recognised. */
const buyAmongTwins = async (
  core: Core,
  checkoutRecord: CheckoutRecord,
  request: PurchaseRequest,
  keyed: DatedContext,
): Promise<PurchaseResult> => {
  const { browser, purchase } = request;
  const order = browser === undefined ? undefined : twinOrder(browser, checkoutRecord, purchase);
  if (order === undefined) return buy(core, checkoutRecord, request, keyed);
  return core.twins.buyOnce(keyed, order, {
    buy: (shared) => buy(core, checkoutRecord, request, shared),
    findRecorded: async (commandId) => {
      const stream = streamOf('payment', paymentOf(commandId));
      const { state, position } = await core.handler.load(payment, stream);
      if (state.status === 'NONE' || position === undefined) return undefined;
      return { stage: stageOf(state), result: purchaseResult(commandId, { state, position }) };
    },
  });
};

/** @throws Refused `idempotency/key-reused` */
const findEarlierPurchase = async (
  core: Core,
  keyed: DatedContext,
): Promise<PurchaseResult | undefined> => {
  if (keyed.request === undefined) return undefined;
  const { commandId, request } = await core.twins.sharedBy(keyed);
  const paymentId = paymentOf(commandId);
  const before = await core.handler.load(payment, streamOf('payment', paymentId));
  if (before.state.status === 'NONE') return undefined;
  if (before.requests.get(commandId) !== request) throw new Refused('idempotency/key-reused');
  return purchaseResult(commandId, await waitForOtherCharge(core, paymentId, onRecord(before)));
};

/** If the purchase is refused but its key already has a payment, returns that payment: a buyer who was charged would buy again. */
const runOrFindEarlierPurchase = async (
  core: Core,
  keyed: DatedContext,
  proceed: () => Promise<PurchaseResult>,
): Promise<PurchaseResult> => {
  try {
    return await proceed();
  } catch (error) {
    const earlier = error instanceof Refused ? await findEarlierPurchase(core, keyed) : undefined;
    if (earlier === undefined) throw error;
    return earlier;
  }
};

/**
 * Returns the offer's platform, with the checkout record or, if the offer cannot be bought, with its refusal.
 * @throws Refused `offer/not-available` when no such offer ever existed
 */
const findCheckoutRecord = async ({ records }: Core, offerId: string) => {
  try {
    const checkoutRecord = await loadCheckoutRecord(records, offerId);
    return { checkoutRecord, platformId: checkoutRecord.offer.platformId };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const { state } = await records.load(offer, streamOf('offer', offerId));
    if (state.status === 'ABSENT') throw error;
    return { checkoutRecord: error, platformId: state.details.platformId };
  }
};

/**
 * Records the payment, then calls the acquirer. The payment's id derives from the Idempotency-Key, so that a repeated request finds the
 * payment (checkout.84, checkout.89).
 */
export const purchase = async (
  core: Core,
  sandboxPayUrl: (transactionId: string) => string,
  request: PurchaseRequest,
): Promise<PurchaseOutput> => {
  const { checkoutRecord, platformId } = await findCheckoutRecord(core, request.purchase.offerId);
  const once = request.onceByBuyer(platformId);
  const { paymentId, upsellToken, cardRefusal, state, position } = await once((keyed) =>
    runOrFindEarlierPurchase(core, keyed, async () => {
      refuseAgain(keyed);
      if (checkoutRecord instanceof Refused) throw checkoutRecord;
      return buyAmongTwins(core, checkoutRecord, request, keyed);
    }),
  );
  return {
    paymentId,
    method: state.requested.method,
    status: state.status,
    upsellToken,
    // After one acquirer refused the card, the next may have accepted it.
    cardRefusal: state.status === 'REJECTED' ? cardRefusal : null,
    payment: await showPayment(core, paymentId, state, position, sandboxPayUrl),
    position,
  };
};
