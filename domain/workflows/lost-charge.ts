import { chooseOnly, possibleAt } from '#/domain/acquiring/choose.ts';
import { accountPart, isAbsenceFinal } from '#/domain/acquiring/call-attempt.ts';
import { mayRepeatLost, type Epoch } from '#/domain/epoch/epoch.ts';
import type { PaymentMethod, TransactionResult } from '#/domain/ports/charge.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import type { PaymentRequestedData } from '#/domain/payment/events.ts';
import type { PaymentCommand } from '#/domain/payment/commands.ts';
import { CHARGED_ELSEWHERE } from '#/domain/payment/reroute.ts';
import type { RequestedPayment } from '#/domain/payment/state.ts';
import { findConnected } from './acquirer-of.ts';
import type { Ports } from './reaction.ts';

/** A purchase that is about to be charged. */
interface PendingCharge {
  readonly method: PaymentMethod;
  /** When the purchase was requested, and whether its request may repeat a lost one. */
  readonly requested: Pick<PaymentRequestedData, 'at' | 'mayRepeat'>;
  readonly epoch: Epoch;
  readonly now: Timestamp;
}

/** Whether this purchase may repeat one that the log has lost: the buyer's page repeats its request under the same key. */
const mayRepeatPurchase = ({ epoch, requested }: PendingCharge): boolean =>
  requested.mayRepeat ?? mayRepeatLost(epoch, requested.at);

/**
 * Whether this purchase may repeat a card purchase that the log has lost. If the buyer's page repeats its request under the same key, the
 * card could be charged twice. For a PIX or a boleto this is false, because a second one does no harm: if the buyer pays the first code,
 * staff decide about that money.
 */
const mayRepeatLostCharge = (charging: PendingCharge): boolean =>
  charging.method === 'CREDIT_CARD' && mayRepeatPurchase(charging);

/** Whether the acquirer's answer that it has no charge of a lost purchase can be trusted by now. */
const isAbsenceProven = (
  { absence, findTransaction }: Pick<PaymentProvider, 'absence' | 'findTransaction'>,
  { epoch, now }: PendingCharge,
): boolean => {
  const calls = { attempt: null, requestedAt: epoch.since, epoch, now };
  return (
    findTransaction !== undefined && isAbsenceFinal(calls, absence?.createTransaction?.seconds)
  );
};

/**
 * Whether a purchase may repeat a lost one, and the acquirer's answer that it has no such charge cannot be trusted. That is so if the
 * acquirer cannot search by our id, if the lost call may still be on its way, or if the acquirer does not document how long a call may take
 * to arrive.
 */
export const isAbsenceUnproven = (
  acquirer: Pick<PaymentProvider, 'absence' | 'findTransaction'>,
  charging: PendingCharge,
): boolean => mayRepeatLostCharge(charging) && !isAbsenceProven(acquirer, charging);

/**
 * Returns the charge that the acquirer has of a purchase whose record the log may have lost; undefined when there is none.
 * @throws ProviderFailure when the acquirer does not answer, or answers too early that it has none: the first charge may have been made
 */
const findCharge = async (
  acquirer: Pick<PaymentProvider, 'absence' | 'findTransaction'>,
  paymentId: string,
  charging: PendingCharge,
): Promise<TransactionResult | undefined> => {
  const mayHaveCharged = { mayHaveHappened: true } as const;
  let found;
  try {
    found = await acquirer.findTransaction?.({ orderId: paymentId });
  } catch (cause) {
    if (!(cause instanceof ProviderFailure)) throw cause;
    throw new ProviderFailure(cause.kind, cause.message, { ...mayHaveCharged, cause });
  }
  if (found === undefined && !isAbsenceProven(acquirer, charging))
    throw new ProviderFailure('unavailable', 'the first charge may be on its way', mayHaveCharged);
  return found;
};

/**
 * Returns the charge of a card purchase as `findCharge`. Does not ask about a PIX or a boleto, or when it is too late for a page to repeat
 * its request. @throws as `findCharge`
 */
export const findLostCharge = async (
  ...[acquirer, paymentId, charging]: Parameters<typeof findCharge>
): Promise<TransactionResult | undefined> =>
  mayRepeatLostCharge(charging) ? findCharge(acquirer, paymentId, charging) : undefined;

/** Whether the acquirer refused or cancelled the charge for good. The payment may then have gone to another acquirer. */
export const isTurnedDown = ({ status }: Pick<TransactionResult, 'status'>): boolean =>
  status === 'REJECTED' || status === 'CANCELED';

/** The acquirer that has a charge, and the account there. */
export interface ChargedAt {
  readonly provider: string;
  readonly merchantAccount?: string | undefined;
}

type Find = (acquirer: PaymentProvider | undefined) => Promise<TransactionResult | undefined>;

/** Returns the first other acquirer of the route with a charge that fits; undefined when the purchase cannot repeat a lost one. */
const searchRoute = async (
  ports: Pick<Ports, 'providers'>,
  { provider, choice, requested }: Pick<RequestedPayment, 'provider' | 'choice' | 'requested'>,
  charging: PendingCharge,
  find: Find,
): Promise<ChargedAt | undefined> => {
  if (choice === null || !mayRepeatPurchase(charging)) return undefined;
  const { platformId } = requested;
  for (const other of possibleAt(choice).filter((each) => each !== provider)) {
    const acquirer = await findConnected(ports, { provider: other, platformId });
    const found = await find(acquirer);
    if (found && !isTurnedDown(found)) return { provider: other, ...accountPart(acquirer ?? {}) };
  }
  return undefined;
};

/**
 * Returns the other acquirer of the route that has the charge of this purchase; undefined when none has it, or when the purchase cannot
 * repeat a lost one. The lost purchase may have gone there because the route chose differently then, or because the first acquirer declined
 * it. @throws as `findCharge`
 */
export const findElsewhere = (
  ports: Pick<Ports, 'providers'>,
  paymentId: string,
  payment: Pick<RequestedPayment, 'provider' | 'choice' | 'requested'>,
  charging: PendingCharge,
): Promise<ChargedAt | undefined> =>
  searchRoute(ports, payment, charging, (acquirer) =>
    findCharge(acquirer ?? {}, paymentId, charging),
  );

/**
 * As `findElsewhere`, when the charge of this purchase has expired unpaid: only an acquirer that was paid counts, and one that cannot
 * search is not asked. @throws ProviderFailure when an acquirer does not answer
 */
export const findPaidElsewhere = (
  ...[ports, paymentId, payment, charging]: Parameters<typeof findElsewhere>
): Promise<ChargedAt | undefined> =>
  searchRoute(ports, payment, charging, async (acquirer) => {
    const found = await acquirer?.findTransaction?.({ orderId: paymentId });
    return found?.status === 'PENDING' ? undefined : found;
  });

/** As `findElsewhere`, for a card only: it must not be charged again. @throws as `findCharge` */
export const findCardElsewhere = async (
  ...[ports, paymentId, payment, charging]: Parameters<typeof findElsewhere>
): Promise<ChargedAt | undefined> =>
  mayRepeatLostCharge(charging) ? findElsewhere(ports, paymentId, payment, charging) : undefined;

/** Reroutes a payment to the acquirer that has its charge. */
export const followTo = (
  { provider: chargedAt, ...account }: ChargedAt,
  paymentId: string,
  { provider: from, choice }: Pick<RequestedPayment, 'provider' | 'choice'>,
  since: { readonly attemptId?: string | null | undefined; readonly now: Timestamp },
): readonly PaymentCommand[] => {
  const there = choice && chooseOnly(chargedAt, paymentId, choice);
  if (!there) return [];
  const { provider: to } = there;
  const reroute = { type: 'Reroute', from, to, ...account, choice: there.choice } as const;
  return [{ ...reroute, cause: CHARGED_ELSEWHERE, ...since }];
};
