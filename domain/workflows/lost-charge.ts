import { chooseOnly } from '#/domain/acquiring/choose.ts';
import { isAbsenceFinal } from '#/domain/acquiring/call-attempt.ts';
import { mayRepeatLost, type Epoch } from '#/domain/epoch/epoch.ts';
import type { PaymentMethod, TransactionResult } from '#/domain/ports/charge.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import type { PaymentRequestedData } from '#/domain/payment/events.ts';
import type { PaymentCommand } from '#/domain/payment/commands.ts';
import { unfitReceiptOf } from '#/domain/payment/receipts/receipts.ts';
import { isPaidStatus } from '#/domain/payment/receipts/stated-money.ts';
import { CHARGED_ELSEWHERE, formerChargeOf } from '#/domain/payment/reroute.ts';
import type { RequestedPayment } from '#/domain/payment/state.ts';
import { isExpired } from './next-read-back.ts';
import type { Ports } from './reaction.ts';
import { searchRoute, type ChargedAt, type Find } from './search-route.ts';

/** A purchase, with what decides whether the log may have lost a call for it. */
interface PendingCharge {
  readonly method: PaymentMethod;
  readonly requested: Pick<PaymentRequestedData, 'at' | 'mayRepeat'>;
  readonly epoch: Epoch;
  readonly now: Timestamp;
}

/**
 * Whether the log may have lost a call for this purchase: for an earlier request that this purchase may repeat or, if it is from before the
 * present epoch, for this one.
 */
const mayRepeatPurchase = ({ epoch, requested: { at, mayRepeat } }: PendingCharge): boolean => {
  if (mayRepeat === true) return true;
  const isOfPresentEpoch = at > epoch.since;
  return mayRepeat === false && isOfPresentEpoch ? false : mayRepeatLost(epoch, at);
};

/** Whether the log may have lost a charge of this purchase by card. A second charge by PIX or boleto does no harm: the buyer pays one. */
const mayRepeatLostCharge = (charging: PendingCharge): boolean =>
  charging.method === 'CREDIT_CARD' && mayRepeatPurchase(charging);

/** Whether "no such charge" is final by now. */
const isAbsenceProven = (
  { absence, findTransaction }: Pick<PaymentProvider, 'absence' | 'findTransaction'>,
  { epoch, now }: PendingCharge,
): boolean => {
  const calls = { attempt: null, requestedAt: epoch.since, epoch, now };
  return (
    findTransaction !== undefined && isAbsenceFinal(calls, absence?.createTransaction?.seconds)
  );
};

/** Whether this is a card purchase that the acquirer may have charged before, by a call that the log has lost. */
export const isAbsenceUnproven = (
  acquirer: Pick<PaymentProvider, 'absence' | 'findTransaction'>,
  charging: PendingCharge,
): boolean => mayRepeatLostCharge(charging) && !isAbsenceProven(acquirer, charging);

/** An acquirer that ignores our id in a search may answer with another payment's charge. */
const isOfOther = ({ orderId }: TransactionResult, paymentId: string): boolean =>
  orderId !== undefined && orderId !== paymentId;

const noAnswer = (message: string, cause?: unknown): ProviderFailure =>
  new ProviderFailure('unreadable', message, { mayHaveHappened: true, cause });

/**
 * Returns the charge that an acquirer has for a purchase, also if the log has lost the call; undefined = it certainly has none.
 * @throws ProviderFailure when the acquirer does not answer, answers with another payment's charge, or finds nothing while the call may
 * still be on its way
 */
export const findCharge = async (
  acquirer: Pick<PaymentProvider, 'absence' | 'findTransaction'>,
  paymentId: string,
  charging: PendingCharge,
): Promise<TransactionResult | undefined> => {
  const mayHaveCharged = { mayHaveHappened: true } as const;
  let charge;
  try {
    charge = await acquirer.findTransaction?.({ orderId: paymentId });
  } catch (cause) {
    if (!(cause instanceof ProviderFailure)) throw cause;
    throw new ProviderFailure(cause.kind, cause.message, { ...mayHaveCharged, cause });
  }
  if (charge && isOfOther(charge, paymentId)) throw noAnswer('it answers with another order');
  if (charge === undefined && !isAbsenceProven(acquirer, charging))
    throw new ProviderFailure('unavailable', 'the first charge may be on its way', mayHaveCharged);
  return charge;
};

/**
 * `findCharge` for a card purchase of which the log may have lost a charge; undefined for any other purchase.
 * @throws as `findCharge`
 */
export const findLostCharge = async (
  ...[acquirer, paymentId, charging]: Parameters<typeof findCharge>
): Promise<TransactionResult | undefined> =>
  mayRepeatLostCharge(charging) ? findCharge(acquirer, paymentId, charging) : undefined;

/** Whether the acquirer refused or canceled the charge: the payment may then have gone to another acquirer. */
export const isTurnedDown = ({ status }: Pick<TransactionResult, 'status'>): boolean =>
  status === 'REJECTED' || status === 'CANCELED';

/**
 * `searchRoute` for a purchase of which the log may have lost a charge.
 * @throws as `searchRoute`, and ProviderFailure when a status word is unknown
 */
const searchLost = async (
  ports: Pick<Ports, 'providers'>,
  payment: SoughtPayment,
  charging: PendingCharge,
  find: Find,
): Promise<ChargedAt | undefined> =>
  mayRepeatPurchase(charging)
    ? searchRoute(ports, payment, async (acquirer, provider) => {
        const charge = await find(acquirer, provider);
        if (charge?.unknownStatus !== undefined) throw noAnswer('its status word is unknown');
        return charge && !isTurnedDown(charge) ? charge : undefined;
      })
    : undefined;

type SoughtPayment = Parameters<typeof searchRoute>[1] &
  Pick<RequestedPayment, 'transactionId' | 'mismatches'>;

/** Whether the record has this charge: it is the one that ends, one that the payment has left, or one whose money did not fit. */
const isOnRecord = (
  { transactionId }: TransactionResult,
  provider: string,
  payment: SoughtPayment,
): boolean => {
  const receipt = unfitReceiptOf(payment, transactionId);
  if (receipt && isPaidStatus(receipt.status) && receipt.there.provider === provider) return true;
  if (provider !== payment.provider) return false;
  const isFormer = formerChargeOf(payment, { provider, transactionId }) !== undefined;
  return isFormer || transactionId === payment.transactionId;
};

/**
 * Returns the acquirer of the route that has the charge; undefined = none.
 * @throws as `findCharge`
 */
export const findOnRoute = (
  ports: Pick<Ports, 'providers'>,
  paymentId: string,
  payment: SoughtPayment,
  charging: PendingCharge,
): Promise<ChargedAt | undefined> =>
  searchLost(ports, payment, charging, (acquirer) =>
    findCharge(acquirer ?? {}, paymentId, charging),
  );

/**
 * `findOnRoute` for a PIX or boleto that its acquirer has made, but that ends unpaid: finds another one. Acquirers without a search are
 * taken to have none. A pending charge counts until it expires: at the time that its acquirer states, else at this payment's.
 * @throws ProviderFailure when no acquirer was paid, and one gave no answer
 */
export const findPayableOnRoute = async (
  ports: Pick<Ports, 'providers'>,
  paymentId: string,
  payment: Parameters<typeof findOnRoute>[2] & Pick<RequestedPayment, 'expiresAt'>,
  charging: PendingCharge,
): Promise<ChargedAt | undefined> => {
  // A card is charged only after all acquirers were asked.
  if (charging.method === 'CREDIT_CARD') return undefined;
  return searchLost(ports, payment, charging, async (acquirer, provider) => {
    const charge = await acquirer?.findTransaction?.({ orderId: paymentId });
    if (!charge || isOfOther(charge, paymentId) || isOnRecord(charge, provider, payment))
      return undefined;
    if (charge.status !== 'PENDING' || charge.unknownStatus !== undefined) return charge;
    const until = charge.expiresAt ?? payment.expiresAt;
    return isExpired(charging.method, until, charging.now) ? undefined : charge;
  });
};

/**
 * `findOnRoute` for a card, which must not be charged again: at the other acquirers, and in the other accounts at the payment's acquirer.
 * @param asked the payment's acquirer, opened with the account that was asked before
 * @throws as `findCharge`
 */
export const findCardElsewhere = async (
  asked: Pick<PaymentProvider, 'merchantAccount'>,
  ...[ports, paymentId, payment, charging]: Parameters<typeof findOnRoute>
): Promise<ChargedAt | undefined> =>
  charging.method === 'CREDIT_CARD'
    ? searchLost(ports, payment, charging, async (acquirer, provider) => {
        const { merchantAccount: account } = acquirer ?? {};
        if (provider === payment.provider && account === asked.merchantAccount) return undefined;
        return findCharge(acquirer ?? {}, paymentId, charging);
      })
    : undefined;

/**
 * Reroutes a payment to the acquirer that has its charge. At the payment's present acquirer, it moves to that other charge. `[]` = the
 * acquirer is not on the route.
 */
export const followTo = (
  { provider: chargedAt, ...account }: ChargedAt,
  paymentId: string,
  {
    provider: from,
    choice,
    transactionId: leaves,
  }: Pick<RequestedPayment, 'provider' | 'choice' | 'transactionId'>,
  since: { readonly attemptId?: string | null | undefined; readonly now: Timestamp },
): readonly PaymentCommand[] => {
  const decision = choice && chooseOnly(chargedAt, paymentId, choice);
  if (!decision) return [];
  const { provider: to, choice: newChoice } = decision;
  const leavesPart = to === from && { leaves };
  const route = { from, to, ...leavesPart, ...account, choice: newChoice };
  const reroute = { type: 'Reroute', ...route } as const;
  return [{ ...reroute, cause: CHARGED_ELSEWHERE, ...since }];
};
