import { waitsSince } from '#/domain/investigation/investigation.ts';
import { add, sum, ZERO } from '#/domain/values/money.ts';
import { readGivenBack } from '#/domain/payment/receipts/given-back.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import type { RefundResult } from '#/domain/ports/refund.ts';
import type { RefundCommand } from '#/domain/refund/commands.ts';
import type { RequestedRefund } from '#/domain/refund/decider.ts';
import type { RefundRequestedData } from '#/domain/refund/events.ts';
import { acquirerOf } from './acquirer-of.ts';
import { readEarlierCalls, isUnsent } from './calls-again.ts';
import { noteLookUp } from './note-look-up.ts';
import { outcomeOf, requireSupport } from './provider-outcome.ts';
import type { Ports } from './reaction.ts';
import { askForRefund } from './refund-at-provider.ts';
import { leaveRefundToStaff } from './unresolved-charge.ts';

/** Derives a refund's status from the refunded total that its charge states. Undefined = not refunded; null = unclear. */
const refundOfCharge = async (
  provider: PaymentProvider,
  refundId: string,
  { paymentId, transactionId, amount }: RefundRequestedData,
  { besideRefund }: Ports,
): Promise<RefundResult | undefined | null> => {
  const charge = await requireSupport(provider.getTransaction)({ transactionId });
  // Read after the charge, whose total may include newer refunds.
  const others = await besideRefund(paymentId, refundId);
  if (!charge || !others || others.left === ZERO) return null;
  const { givenBack, underWay, left } = others;
  const whole = add(givenBack, left);
  const total = readGivenBack(charge, { whole, isPartRefunded: amount < whole });
  if (total === 'UNCLEAR') return null;
  if (total === ZERO) return undefined;
  if (total === null)
    return amount === charge.amount && charge.status === 'APPROVED' ? undefined : null;
  const isProof = total >= whole || total === sum([givenBack, underWay, amount]);
  return isProof ? { refundId: transactionId, status: true } : null;
};

/** What follows from asking about a refund. While it is pending, nothing follows, until it is left to staff. */
interface RefundReadBack {
  readonly isAnswered: boolean;
  readonly commands: readonly RefundCommand[];
}

/** Reads a refund back, and requests it again if that cannot refund twice. */
export const askAboutRefund = async (
  refundId: string,
  {
    requested: refund,
    attempt,
    isAccepted,
    investigation,
  }: Pick<RequestedRefund, 'requested' | 'attempt' | 'isAccepted' | 'investigation'>,
  ports: Ports,
): Promise<RefundReadBack> => {
  // With a wrong clock we cannot know which call is overdue. The clock is read first: it may be set during the call.
  if (!ports.isClockTrue()) return { isAnswered: false, commands: [] };
  const now = ports.now();
  const { transactionId, amount, at: requestedAt, heldIn } = refund;
  const held = { heldIn, heldAt: requestedAt };
  const calls = { attempt, requestedAt, ...held, epoch: await ports.epoch(), now };
  const ask = async (provider: PaymentProvider): Promise<RefundResult | undefined | null> => {
    if (isUnsent(calls)) return undefined;
    return provider.getRefund
      ? provider.getRefund({ transactionId, refundId, amount })
      : refundOfCharge(provider, refundId, refund, ports);
  };
  const outcome = await outcomeOf(async () => {
    const provider = await acquirerOf(ports, refund, attempt ?? refund);
    return { found: await ask(provider), earlier: readEarlierCalls(provider, 'refund', calls) };
  });
  if (!isUnsent(calls)) noteLookUp([attempt], outcome, ports);
  const leave = (cause: 'unanswered' | 'still-pending') =>
    leaveRefundToStaff({ requested: refund }, cause, now);
  if (outcome.kind !== 'answered') return { isAnswered: false, commands: leave('unanswered') };
  const answerWith = (commands: readonly RefundCommand[]) => ({ isAnswered: true, commands });
  const { found, earlier } = outcome.result;
  if (found === null) return answerWith(leave('unanswered'));
  if (found) {
    return answerWith(
      found.status
        ? [{ type: 'RecordSettled', providerRefundId: found.refundId, now: ports.now() }]
        : leave('still-pending'),
    );
  }
  // A refund that the provider has accepted might be made twice.
  if (isAccepted) return answerWith(leave('still-pending'));
  // Staff may be about to decide that the refund was not made, which frees the seller's money.
  const mayAsk = waitsSince(investigation) === null;
  const repeated = earlier && mayAsk ? await askForRefund(refundId, refund, earlier, ports) : [];
  return answerWith([...repeated, ...leave('unanswered')]);
};

export const readBackRefund = async (
  ...refund: Parameters<typeof askAboutRefund>
): Promise<readonly RefundCommand[]> => (await askAboutRefund(...refund)).commands;
