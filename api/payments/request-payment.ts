import { chooseAccount, findConnected } from '#/domain/workflows/acquirer-of.ts';
import type { Core } from '#/api/composition/core.ts';
import { Rejected } from '#/api/http/problem.ts';
import { lostRequestPartOf } from '#/api/http/may-repeat.ts';
import type { ParsedInputOf } from '#/api/contract/contract.ts';
import { chooseAcquirer } from '#/domain/acquiring/choose.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { payment } from '#/domain/payment/decider.ts';
import type { Payment } from '#/domain/payment/state.ts';
import type { PaymentRequestedData } from '#/domain/payment/events.ts';
import { expiryOf } from '#/domain/payment/expiry.ts';
import { priceOrder, type CheckoutRecord } from '#/domain/payment/pricing.ts';
import { requireSaleWithin } from '#/domain/platform/limits.ts';
import { beginsSimulated } from '#/domain/platform/simulated.ts';
import { findGivenDocument, findGivenPhone } from '#/domain/privacy/stand-ins.ts';
import { isAbsenceUnproven } from '#/domain/workflows/lost-charge.ts';
import { isSought } from '#/domain/workflows/search-route.ts';
import { digestOfCharge, type BuyersPart } from '#/domain/workflows/submit-payment.ts';
import { requireTrueClock } from '#/ledger/clock/require-true-clock.ts';
import { AppendError } from '#/ledger/event-store.ts';
import type { CommandContext } from '#/ledger/handle-command.ts';
import type { DatedContext } from '#/ledger/idempotency.ts';
import type { LoadedState } from '#/ledger/states/stream-states.ts';
import { listCandidates, type GatewayOf } from './acquirers.ts';
import { onRecord, type RecordedPayment } from './recorded-payment.ts';
import { selectionOf } from './order.ts';

type Purchase = ParsedInputOf<'checkout.purchase'>;

const RETRY_SECONDS = 5;

/** A purchase with everything that decides its acquirer. */
interface Order {
  readonly paymentId: string;
  readonly checkoutRecord: CheckoutRecord;
  readonly purchase: Purchase;
  readonly buyer: BuyersPart;
  readonly gatewayOf: GatewayOf;
  readonly before: LoadedState<Payment>;
}

/** The buyer's data is included in encrypted form only. */
const paymentOf = async (
  core: Core,
  { paymentId, checkoutRecord, purchase, buyer, gatewayOf }: Order,
  keyed: DatedContext,
): Promise<PaymentRequestedData> => {
  const { vault, now } = core;
  const { offer, offerId, product, platform } = checkoutRecord;
  const { paymentMethod: method, utmQuery, affiliateId = null } = purchase;
  const { lines, amount, installments } = priceOrder(checkoutRecord, selectionOf(purchase));
  requireSaleWithin(platform.setup, amount);
  const acquirers = await listCandidates(
    core,
    checkoutRecord,
    method,
    gatewayOf,
    purchase.creditCard?.token,
  );
  const chosen = chooseAcquirer(paymentId, acquirers);
  if (!chosen) throw new Refused('offer/method-not-enabled');
  const at = now();
  const subject = await vault.subjectFor({
    platformId: offer.platformId,
    email: purchase.email,
    document: findGivenDocument(buyer.identity, purchase.email),
    phone: findGivenPhone(buyer.contact),
  });
  const [identity, contact, delivery, tracking] = await Promise.all([
    vault.encrypt(subject, 'fiscal', buyer.identity),
    vault.encrypt(subject, 'contact', buyer.contact),
    buyer.address ? vault.encrypt(subject, 'contact', buyer.address) : null,
    vault.encrypt(subject, 'contact', { utmQuery, ...buyer.visit }),
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
    ...(await lostRequestPartOf(core, keyed)),
    ...beginsSimulated(platform.setup),
    at,
  };
};

/**
 * Refuses a card purchase that may repeat a purchase lost from the log, if an acquirer of its route cannot tell whether it charged the lost
 * one.
 * @throws AppendError `unavailable`, or Rejected `idempotency/key-age-needed` if the caller did not say how old the key is
 */
const requireNoLostCharge = async (
  { ports }: Core,
  requested: PaymentRequestedData,
  { isAgeUnknown = false }: DatedContext,
): Promise<void> => {
  const { provider: chosen, choice, platformId, method } = requested;
  if (method !== 'CREDIT_CARD') return;
  const charging = { method, requested, epoch: await ports.epoch(), now: ports.now() };
  for (const { provider } of choice?.considered ?? [{ provider: chosen }]) {
    const acquirer = await findConnected(ports, { provider, platformId });
    if (choice && !isSought(requested, choice, provider, acquirer)) continue;
    if (!isAbsenceUnproven(acquirer ?? {}, charging)) continue;
    if (isAgeUnknown) throw new Rejected('idempotency/key-age-needed');
    throw new AppendError({ kind: 'unavailable', retryAfterSeconds: RETRY_SECONDS });
  }
};

/** The call gets a new attempt id: if its event is recorded, this request has recorded it. */
const callOf = async (
  core: Core,
  { paymentId, buyer }: Order,
  requested: PaymentRequestedData,
  { platform, actor, correlation }: CommandContext,
) => {
  const { ports } = core;
  const { provider } = requested;
  const attemptId = ports.newId();
  const { number: epoch } = await ports.epoch();
  const command = {
    type: 'BeginCharge',
    provider,
    ...(await chooseAccount(ports, { provider, platformId: platform })),
    digest: await digestOfCharge(paymentId, { provider, requested }, buyer, ports),
    attemptId,
    after: null,
    epoch,
    now: core.now(),
  } as const;
  return { command, context: { commandId: attemptId, platform, actor, correlation } };
};

/** Records a payment and its first call to an acquirer. Of requests with one key, at most one gets an `attemptId`: it makes the call. */
export const requestPayment = async (
  core: Core,
  ordered: Order,
  keyed: DatedContext,
): Promise<RecordedPayment & { readonly attemptId: string | undefined }> => {
  const { paymentId, before } = ordered;
  const { state } = before;
  const isNew = state.status === 'NONE';
  const decided = isNew ? await paymentOf(core, ordered, keyed) : state.requested;
  const command = { type: 'RequestPayment', payment: decided } as const;
  const context = { ...keyed, correlation: paymentId };
  const request = { command, context };
  if (isNew) requireTrueClock(core.ports.isClockTrue);
  if (isNew) await requireNoLostCharge(core, decided, keyed);
  const call = isNew ? await callOf(core, ordered, decided, context) : undefined;
  const stream = streamOf('payment', paymentId);
  const commands = call ? [request, call] : [request];
  const [requested, begun] = await core.handler.handleAll(payment, stream, commands, before);
  if (requested?.kind !== 'done') throw requested?.refusal ?? new Error('no outcome');
  const isOurs = begun?.kind === 'done' && begun.events.length > 0;
  const recorded = onRecord(isOurs ? begun : requested);
  return { ...recorded, attemptId: isOurs ? call?.command.attemptId : undefined };
};
