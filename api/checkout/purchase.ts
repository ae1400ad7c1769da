import type { PurchaseOutput } from '#/api/contract/checkout.ts';
import type { ParsedInputOf } from '#/api/contract/contract.ts';
import type { Core } from '#/api/composition/core.ts';
import type { Once } from '#/api/http/once.ts';
import { chooseAcquirer } from '#/domain/acquiring/choose.ts';
import { nextBusinessDay } from '#/domain/brazil/calendar.ts';
import { Refused } from '#/domain/errors.ts';
import { streamOf } from '#/domain/ids.ts';
import type { PaymentCommand } from '#/domain/payment/commands.ts';
import { payment, type Payment, type RequestedPayment } from '#/domain/payment/decider.ts';
import type { PaymentRequestedData } from '#/domain/payment/events.ts';
import { priceOrder, type Catalogue } from '#/domain/payment/pricing.ts';
import type { PlatformDetails } from '#/domain/platform/platform.ts';
import {
  submitPayment,
  type BuyersPart,
  type Submission,
} from '#/domain/workflows/submit-payment.ts';
import { givenDocument, givenPhone } from '#/domain/stand-ins.ts';
import { addDays, addSeconds, dayOf, startOfDay, type Timestamp } from '#/domain/time.ts';
import { derivedId } from '#/ledger/derived-id.ts';
import type { Position } from '#/ledger/event-store.ts';
import { following } from '#/ledger/handle-command.ts';
import type { KeyedContext } from '#/ledger/idempotency.ts';
import { buyersPart } from './buyer.ts';
import type { CardTries } from './card-tries.ts';
import { acquirersFor, type GatewayOf } from './acquirers.ts';
import { loadCatalogue } from './catalogue.ts';
import { choiceOf, twinOrder } from './order.ts';
import { paymentView } from './payment-view.ts';
import { standInsOf } from './stand-ins.ts';

type Purchase = ParsedInputOf<'checkout.purchase'>;

export interface PurchaseRequest {
  readonly purchase: Purchase;
  /** For one press on Pay: whatever is sent again under its key has the same answer. */
  readonly onceByBuyer: (platformId: string) => Once;
  readonly ip: string | undefined;
  /** The secret of the buyer's browser, by which its twins are known. */
  readonly browser?: string | undefined;
  readonly gatewayOf: GatewayOf;
  readonly cardTries: CardTries;
}

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
  core: Core,
  catalogue: Catalogue,
  request: PurchaseRequest,
  { paymentId, buyer }: { readonly paymentId: string; readonly buyer: BuyersPart },
): Promise<PaymentRequestedData> => {
  const { vault, now } = core;
  const { purchase } = request;
  const { offer, offerId, product, platform } = catalogue;
  const { paymentMethod: method, utmQuery, affiliateId = null } = purchase;
  const { lines, amount, installments } = priceOrder(catalogue, choiceOf(purchase));
  const acquirers = await acquirersFor(
    core,
    catalogue,
    method,
    request.gatewayOf,
    purchase.creditCard?.token,
  );
  const chosen = chooseAcquirer(paymentId, acquirers);
  if (!chosen) throw new Refused('offer/method-not-enabled');
  const at = now();
  const subject = await vault.subjectFor({
    platformId: offer.platformId,
    email: purchase.email,
    document: givenDocument(buyer.identity, purchase.email),
    phone: givenPhone(buyer.contact),
  });
  const [identity, contact, delivery, tracking] = await Promise.all([
    vault.seal(subject, 'fiscal', buyer.identity),
    vault.seal(subject, 'contact', buyer.contact),
    buyer.address ? vault.seal(subject, 'contact', buyer.address) : null,
    vault.seal(subject, 'contact', { utmQuery, ...buyer.visit }),
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
    ...chosen,
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

interface Known {
  readonly state: RequestedPayment;
  readonly position: Position;
}

/** A payment that was requested. @throws Refused `payment/not-found` */
const onRecord = ({
  state,
  position,
}: {
  readonly state: Payment;
  readonly position: Position | undefined;
}): Known => {
  if (state.status === 'NONE' || position === undefined) throw new Refused('payment/not-found');
  return { state, position };
};

/** Charges at the acquirer that has the payment and records what it said. @returns the payment after it */
const submittedOnce = async (
  core: Core,
  paymentId: string,
  { state }: Known,
  submission: Submission,
  keyed: KeyedContext,
): Promise<Known> => {
  const { provider } = state;
  const commands = await submitPayment(paymentId, state, submission, core.ports);
  const cause = {
    platform: keyed.platform,
    correlation: paymentId,
    commandId: ({ type }: PaymentCommand) =>
      derivedId('submission', keyed.commandId, provider, type),
  };
  const answered = commands.flatMap((command) => {
    const actor = command.type === 'Reroute' ? 'system' : `provider:${provider}`;
    return following({ ...cause, actor }, [command]);
  });
  const stream = streamOf('payment', paymentId);
  const last = (await core.handler.handleAll(payment, stream, answered)).at(-1);
  // Refused is what was overtaken, by a notice or a twin of this request: then the record says how it stands.
  return onRecord(last?.kind === 'done' ? last : await core.handler.load(payment, stream));
};

/** Until an acquirer answered for it, or all of its route declined; a charge already answered for is left alone. */
const submitted = async (
  core: Core,
  paymentId: string,
  known: Known,
  submission: Submission,
  keyed: KeyedContext,
): Promise<Known> => {
  const { status, submission: answer, provider } = known.state;
  if (answer === 'ANSWERED' || status !== 'PENDING') return known;
  const next = await submittedOnce(core, paymentId, known, submission, keyed);
  // Every acquirer is on record before it hears of the payment.
  return next.state.provider === provider
    ? next
    : submitted(core, paymentId, next, submission, keyed);
};

/** How an acquirer answered a card at once; a twin of the same purchase is not another try. */
const outcomeOf = ({ state, isFirstTry }: Known & { readonly isFirstTry: boolean }) => {
  if (!isFirstTry) return undefined;
  if (state.status === 'REJECTED') return 'refused';
  return state.status === 'APPROVED' ? 'approved' : undefined;
};

/** @throws Rejected when the card has to wait */
const tryingCard = async <Tried extends Known & { readonly isFirstTry: boolean }>(
  { cardTries, ip }: PurchaseRequest,
  offerId: string,
  cardNumber: string | undefined,
  proceed: () => Promise<Tried>,
): Promise<Tried> => {
  const end = cardTries.begin({ ip: ip ?? 'unknown', offerId, cardNumber });
  try {
    const known = await proceed();
    end(outcomeOf(known));
    return known;
  } catch (error) {
    end(undefined);
    throw error;
  }
};

interface Bought extends Known {
  readonly paymentId: string;
  readonly upsellToken: string;
  readonly cardRefusal: string | null;
}

const paymentOf = (commandId: string): string => derivedId('payment', commandId);

const bought = (commandId: string, known: Known, cardRefusal: string | null = null): Bought => ({
  paymentId: paymentOf(commandId),
  // Unlike the payment's id it is in no address, so who holds it is who bought.
  upsellToken: derivedId('upsell', commandId),
  cardRefusal,
  state: known.state,
  position: known.position,
});

const buy = async (
  core: Core,
  catalogue: Catalogue,
  request: PurchaseRequest,
  keyed: KeyedContext,
): Promise<Bought> => {
  const { handler } = core;
  const paymentId = paymentOf(keyed.commandId);
  const stream = streamOf('payment', paymentId);
  const standIns = standInsOf(core.ports, catalogue.offerId);
  const buyer = buyersPart(request.purchase, catalogue, { paymentId, standIns, ip: request.ip });
  const before = await handler.load(payment, stream);
  // Sent again: what was decided then stands, and the handler compares the requests.
  const isRecorded = before.state.status !== 'NONE';
  let cardRefusal: string | null = null;
  const use = { checkoutId: catalogue.offerId, paymentId, isRecorded };
  const sendable = await core.cards.open(buyer, use, (text) => {
    cardRefusal = text;
  });
  const proceed = async () => {
    const data =
      before.state.status === 'NONE'
        ? await requestOf(core, catalogue, request, { paymentId, buyer })
        : before.state.requested;
    const command = { type: 'RequestPayment', payment: data } as const;
    const context = { ...keyed, correlation: paymentId };
    const done = await handler.handle(payment, stream, command, context);
    const asked = onRecord(done);
    // Of twins that found nothing on record, the one that put it there.
    const submission = { buyer: sendable.buyer, isFirstTry: done.events.length > 0 };
    const known = (await sendable.take())
      ? await submitted(core, paymentId, asked, submission, keyed)
      : asked;
    return { ...known, isFirstTry: submission.isFirstTry };
  };
  const isTry = request.purchase.paymentMethod === 'CREDIT_CARD' && !isRecorded;
  const cardNumber = sendable.buyer.card?.data.cardNumber;
  const known = await (isTry
    ? tryingCard(request, catalogue.offerId, cardNumber, proceed)
    : proceed());
  return bought(keyed.commandId, known, cardRefusal);
};

const stageOf = ({ status, submission }: RequestedPayment) => {
  if (status === 'PENDING') return submission === 'AWAITED' ? 'asked' : 'answered';
  return status === 'APPROVED' ? 'answered' : 'ended';
};

/** Buys once for all twins of one browser; whoever comes without our cookie has none. */
const buyAmongTwins = async (
  core: Core,
  catalogue: Catalogue,
  request: PurchaseRequest,
  keyed: KeyedContext,
): Promise<Bought> => {
  const { browser, purchase } = request;
  const order = browser === undefined ? undefined : twinOrder(browser, catalogue, purchase);
  if (order === undefined) return buy(core, catalogue, request, keyed);
  return core.twins.buyOnce(keyed, order, {
    buy: (shared) => buy(core, catalogue, request, shared),
    known: async (commandId) => {
      const stream = streamOf('payment', paymentOf(commandId));
      const { state, position } = await core.handler.load(payment, stream);
      if (state.status === 'NONE' || position === undefined) return undefined;
      return { stage: stageOf(state), result: bought(commandId, { state, position }) };
    },
  });
};

/**
 * Buys an offer (checkout.84, checkout.89). The payment is on record before the provider hears of it, and its id is
 * derived from the
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
  const once = request.onceByBuyer(catalogue.offer.platformId);
  const { paymentId, upsellToken, cardRefusal, state, position } = await once((keyed) =>
    buyAmongTwins(core, catalogue, request, keyed),
  );
  return {
    paymentId,
    method: state.requested.method,
    status: state.status,
    upsellToken,
    // One acquirer may have said it, and another taken the card.
    cardRefusal: state.status === 'REJECTED' ? cardRefusal : null,
    payment: await paymentView(core, paymentId, state, position, sandboxPayUrl),
    position,
  };
};
