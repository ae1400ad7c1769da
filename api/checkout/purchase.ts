import type { PurchaseOutput } from '#/api/contract/checkout.ts';
import type { ParsedInputOf } from '#/api/contract/contract.ts';
import type { Core } from '#/api/core.ts';
import { nextBusinessDay } from '#/domain/brazil/calendar.ts';
import { Refused } from '#/domain/errors.ts';
import { streamOf } from '#/domain/ids.ts';
import { payment, type Payment, type RequestedPayment } from '#/domain/payment/decider.ts';
import type { PaymentRequestedData } from '#/domain/payment/events.ts';
import { priceOrder, type Catalogue, type Choice } from '#/domain/payment/pricing.ts';
import type { PlatformDetails } from '#/domain/platform/events.ts';
import { submitPayment, type BuyersPart } from '#/domain/policies/submit-payment.ts';
import { addDays, addSeconds, dayOf, startOfDay, type Timestamp } from '#/domain/time.ts';
import { derivedId } from '#/ledger/derived-id.ts';
import type { Position } from '#/ledger/event-store.ts';
import type { KeyedContext } from '#/ledger/idempotency.ts';
import { buyersPart } from './buyer.ts';
import { loadCatalogue } from './catalogue.ts';
import { paymentView } from './payment-view.ts';

type Purchase = ParsedInputOf<'checkout.purchase'>;

export interface PurchaseRequest {
  readonly purchase: Purchase;
  readonly idempotencyKey: string | undefined;
  readonly ip: string | undefined;
}

const choiceOf = (purchase: Purchase): Choice => {
  const { paymentMethod: method, orderBumpsIds, deliveryOptionId, deliveryFare } = purchase;
  return {
    method,
    orderBumpsIds,
    installments: purchase.creditCard?.installments ?? 1,
    ...(deliveryOptionId !== undefined && { deliveryOptionId }),
    ...(deliveryFare !== undefined && { deliveryFare }),
  };
};

/** Until when it may be paid: PIX by the clock, boleto to the end of a business day, a card at once. */
const expiryOf = (
  method: Purchase['paymentMethod'],
  expiry: PlatformDetails['expiry'],
  now: Timestamp,
): Timestamp | null => {
  switch (method) {
    case 'PIX':
      return addSeconds(now, expiry.pixSeconds);
    case 'BILLET':
      return startOfDay(addDays(nextBusinessDay(addDays(dayOf(now), expiry.billetDays)), 1));
    case 'CREDIT_CARD':
      return null;
  }
};

/** Everything as it is decided now; the buyer's words only as ciphertext. */
const requestOf = async (
  { vault, now }: Core,
  catalogue: Catalogue,
  request: PurchaseRequest,
  buyer: BuyersPart,
): Promise<PaymentRequestedData> => {
  const { purchase, ip } = request;
  const { offer, offerId, product, platform } = catalogue;
  const { paymentMethod: method, utmQuery, referer, affiliateId = null } = purchase;
  const { lines, amount, installments } = priceOrder(catalogue, choiceOf(purchase));
  const at = now();
  const subject = await vault.subjectFor({
    platformId: offer.platformId,
    email: purchase.email,
    document: buyer.identity.synthetic ? undefined : buyer.identity.document,
    phone: buyer.contact.phone,
  });
  const [identity, contact, delivery, tracking] = await Promise.all([
    vault.seal(subject, 'fiscal', buyer.identity),
    vault.seal(subject, 'contact', buyer.contact),
    buyer.address ? vault.seal(subject, 'contact', buyer.address) : null,
    vault.seal(subject, 'contact', { utmQuery, referer, ip }),
  ]);
  const { percent, fixed } = platform.fees[method];
  const { frequencyInDays, recurrencePrice } = offer;
  const recurs = frequencyInDays !== null && recurrencePrice !== null;
  return {
    platformId: offer.platformId,
    sellerId: offer.sellerId,
    offerId,
    productId: offer.productId,
    typeProduct: product.typeProduct,
    title: offer.title,
    provider: platform.provider,
    method,
    installments,
    amount,
    currency: offer.coin,
    lines: [...lines],
    terms: {
      percent,
      fixed,
      clearingDays: platform.clearingDays[method],
      guaranteeDays: product.warrantyDays,
    },
    buyer: { identity, contact },
    delivery,
    tracking,
    affiliateId,
    subscription: recurs ? { frequencyInDays, recurrencePrice } : null,
    expiresAt: expiryOf(method, platform.expiry, at),
    at,
  };
};

/** A payment that was requested. @throws Refused `payment/not-found` */
const onRecord = ({
  state,
  position,
}: {
  readonly state: Payment;
  readonly position: Position | undefined;
}): { readonly state: RequestedPayment; readonly position: Position } => {
  if (state.status === 'NONE' || position === undefined) throw new Refused('payment/not-found');
  return { state, position };
};

/**
 * Charges at the provider and records what it said; a charge already answered for is left alone.
 * @returns the payment after it
 */
const submitted = async (
  core: Core,
  paymentId: string,
  known: { readonly state: RequestedPayment; readonly position: Position },
  buyer: BuyersPart,
  keyed: KeyedContext,
): Promise<{ readonly state: Payment; readonly position: Position | undefined }> => {
  const { submission, status, requested } = known.state;
  if (submission === 'ANSWERED' || status !== 'PENDING') return known;
  const commands = await submitPayment(paymentId, requested, buyer, core.ports);
  const wishes = commands.map((command) => ({
    command,
    context: {
      commandId: derivedId('submission', keyed.commandId, command.type),
      platform: keyed.platform,
      actor: `provider:${requested.provider}`,
      correlation: paymentId,
    },
  }));
  const stream = streamOf('payment', paymentId);
  const last = (await core.handler.handleAll(payment, stream, wishes)).at(-1);
  // Refused is what was overtaken, by a notice or a twin of this request: then the record says how it stands.
  return last?.kind === 'done' ? last : core.handler.load(payment, stream);
};

const buy = async (
  core: Core,
  catalogue: Catalogue,
  request: PurchaseRequest,
  keyed: KeyedContext,
): Promise<{
  readonly paymentId: string;
  readonly upsellToken: string;
  readonly state: RequestedPayment;
  readonly position: Position;
}> => {
  const { handler } = core;
  const paymentId = derivedId('payment', keyed.commandId);
  const stream = streamOf('payment', paymentId);
  const buyer = buyersPart(request.purchase, catalogue, paymentId);
  const before = await handler.load(payment, stream);
  // Sent again: what was decided then stands, and the handler compares the requests.
  const data =
    before.state.status === 'NONE'
      ? await requestOf(core, catalogue, request, buyer)
      : before.state.requested;
  const command = { type: 'RequestPayment', payment: data } as const;
  const context = { ...keyed, correlation: paymentId };
  const asked = onRecord(await handler.handle(payment, stream, command, context));
  const known = onRecord(await submitted(core, paymentId, asked, buyer, keyed));
  // Unlike the payment's id it is in no address, so who holds it is who bought.
  return { paymentId, upsellToken: derivedId('upsell', keyed.commandId), ...known };
};

/**
 * Buys an offer (spec 1 §7). The payment is on record before the provider hears of it, and its id is derived from the
 * Idempotency-Key, so a purchase sent twice is one payment with the same answer, whatever died in between. When the
 * provider does not answer the payment stays PENDING and is read back.
 */
export const purchase = async (
  core: Core,
  sandboxPayUrl: (transactionId: string) => string,
  request: PurchaseRequest,
): Promise<PurchaseOutput> => {
  const { offerId } = request.purchase;
  const catalogue = await loadCatalogue(core.handler, offerId);
  const wish = {
    key: request.idempotencyKey,
    procedure: 'checkout.purchase',
    platform: catalogue.offer.platformId,
    actor: 'buyer',
    body: request.purchase,
    now: core.now(),
  };
  const { paymentId, upsellToken, state, position } = await core.idempotent(wish, (keyed) =>
    buy(core, catalogue, request, keyed),
  );
  return {
    paymentId,
    method: state.requested.method,
    status: state.status,
    upsellToken,
    payment: paymentView(paymentId, state, position, sandboxPayUrl),
    position,
  };
};
