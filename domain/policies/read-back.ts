import type { PaymentCommand } from '#/domain/payment/commands.ts';
import type { RequestedPayment } from '#/domain/payment/decider.ts';
import type { RefundCommand } from '#/domain/refund/commands.ts';
import type { RefundRequestedData } from '#/domain/refund/events.ts';
import { addSeconds } from '#/domain/time.ts';
import type { WithdrawalCommand } from '#/domain/withdrawal/commands.ts';
import type { WithdrawalRequestedData } from '#/domain/withdrawal/events.ts';
import { heardOfWithdrawal, sendWithdrawal } from './pay-withdrawal.ts';
import type { Ports } from './policy.ts';
import { offered, outcomeOf } from './provider-outcome.ts';
import { askForRefund } from './refund-at-provider.ts';
import { heardOfPayment } from './submit-payment.ts';

/** How long a charge that the provider has never heard of may still be on its way. */
const SUBMISSION_GRACE_SECONDS = 120;

/** How long after its end an unpaid charge is still asked about, because banks report late. */
const EXPIRY_GRACE_SECONDS = 60;

/**
 * Asks the provider how a charge really stands. What is not answered stays as it is; what the provider has never heard of
 * after the grace, or nobody paid in time, is called off.
 */
export const readBackPayment = async (
  paymentId: string,
  payment: RequestedPayment,
  noticeId: string,
  { providers, now }: Ports,
): Promise<readonly PaymentCommand[]> => {
  const provider = providers(payment.requested.provider);
  const { transactionId, expiresAt, requested } = payment;
  const by = transactionId === null ? { orderId: paymentId } : { transactionId };
  const outcome = await outcomeOf(async () => offered(provider.getTransaction)(by));
  if (outcome.kind !== 'answered') return [];
  const at = now();
  const calledOff = (cause: string): PaymentCommand => ({
    type: 'RecordProviderStatus',
    status: 'CANCELED',
    noticeId,
    cause,
    endToEndId: null,
    now: at,
  });
  if (!outcome.result) {
    const lost = at > addSeconds(requested.at, SUBMISSION_GRACE_SECONDS);
    return lost && transactionId === null ? [calledOff('never-submitted')] : [];
  }
  const heard = heardOfPayment(outcome.result, noticeId, at);
  const expired = expiresAt !== null && at > addSeconds(expiresAt, EXPIRY_GRACE_SECONDS);
  return outcome.result.status === 'PENDING' && expired ? [...heard, calledOff('expired')] : heard;
};

/** Asks how a payout stands, and sends it again when the provider never had it. */
export const readBackWithdrawal = async (
  withdrawalId: string,
  withdrawal: WithdrawalRequestedData,
  ports: Ports,
): Promise<readonly WithdrawalCommand[]> => {
  const provider = ports.providers(withdrawal.provider);
  const outcome = await outcomeOf(async () =>
    offered(provider.getWithdraw)({ withdrawReference: withdrawalId }),
  );
  if (outcome.kind !== 'answered') return [];
  return outcome.result
    ? heardOfWithdrawal(outcome.result, ports.now())
    : sendWithdrawal(withdrawalId, withdrawal, ports);
};

/** Asks how a refund stands, and asks for it again when the provider never had it. */
export const readBackRefund = async (
  refundId: string,
  refund: RefundRequestedData,
  ports: Ports,
): Promise<readonly RefundCommand[]> => {
  const { transactionId, amount } = refund;
  const provider = ports.providers(refund.provider);
  const outcome = await outcomeOf(async () =>
    offered(provider.getRefund)({ transactionId, refundId, amount }),
  );
  if (outcome.kind !== 'answered') return [];
  const found = outcome.result;
  if (!found) return askForRefund(refundId, refund, ports);
  return found.status
    ? [{ type: 'RecordSettled', providerRefundId: found.refundId, now: ports.now() }]
    : [];
};
