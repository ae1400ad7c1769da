import type { PaymentCommand } from '#/domain/payment/commands.ts';
import type { UnresolvedCause } from '#/domain/payment/events.ts';
import type { RequestedPayment } from '#/domain/payment/state.ts';
import type { RefundCommand } from '#/domain/refund/commands.ts';
import type { RequestedRefund } from '#/domain/refund/decider.ts';
import { addSeconds, type Timestamp } from '#/domain/values/time.ts';
import type { WithdrawalCommand } from '#/domain/withdrawal/commands.ts';
import type { RequestedWithdrawal } from '#/domain/withdrawal/decider.ts';
import { lastsUntil } from './next-read-back.ts';
import type { ProviderOutcome } from './provider-outcome.ts';

const DAY_SECONDS = 86_400;

/** A card charge has no expiry; a review of it should have ended after this time. */
const CARD_DAYS = 30;

/** For how long after a charge's end we still ask a provider that does not answer. */
const UNANSWERED_DAYS = 30;

/** After this, a charge without a final answer is no longer expected to be paid. */
export const endOfCharge = ({
  requested: { at, method },
  expiresAt,
}: RequestedPayment): Timestamp =>
  expiresAt === null || method === 'CREDIT_CARD'
    ? addSeconds(at, CARD_DAYS * DAY_SECONDS)
    : lastsUntil(method, expiresAt);

/** Leaves a charge to staff once its provider should have given a final answer long ago (acquirers.138). */
export const leaveChargeToStaff = (
  payment: RequestedPayment,
  cause: UnresolvedCause,
  now: Timestamp,
): readonly PaymentCommand[] => {
  const { status, wasLeftToStaff, provider } = payment;
  const end = endOfCharge(payment);
  const last = cause === 'unanswered' ? addSeconds(end, UNANSWERED_DAYS * DAY_SECONDS) : end;
  return status === 'PENDING' && !wasLeftToStaff && now > last
    ? [{ type: 'LeaveUnresolved', provider, cause, now }]
    : [];
};

/** A refund to a card may wait for the month's statement. */
const REFUND_DAYS = 30;

/** A PIX is usually final within minutes, and the seller's money is held meanwhile. */
const WITHDRAWAL_DAYS = 3;

/** Leaves a refund to staff once its provider should have given a final answer long ago (acquirers.145). */
export const leaveRefundToStaff = (
  { requested }: Pick<RequestedRefund, 'requested'>,
  cause: 'unanswered' | 'still-pending',
  now: Timestamp,
): readonly RefundCommand[] =>
  now > addSeconds(requested.at, REFUND_DAYS * DAY_SECONDS)
    ? [{ type: 'LeaveUnresolved', cause, now }]
    : [];

/** Leaves a payout to staff once its provider should have given a final answer long ago (acquirers.145). */
export const leaveWithdrawalToStaff = (
  { payableSince, status }: Pick<RequestedWithdrawal, 'payableSince' | 'status'>,
  cause: 'unanswered' | 'still-pending',
  now: Timestamp,
): readonly WithdrawalCommand[] =>
  status !== 'SETTLED' && now > addSeconds(payableSince, WITHDRAWAL_DAYS * DAY_SECONDS)
    ? [{ type: 'LeaveUnresolved', cause, now }]
    : [];

export const silenceOf = (
  outcome: Exclude<ProviderOutcome<unknown>, { kind: 'answered' }>,
): UnresolvedCause =>
  outcome.kind === 'declined' && outcome.cause === 'invalid' ? 'cannot-be-asked' : 'unanswered';

/** Whether a read-back found out nothing: a submission alone does not say where the charge stands. */
export const isSilence = (commands: readonly { readonly type: string }[]): boolean =>
  commands.every(({ type }) => type === 'LeaveUnresolved' || type === 'RecordSubmission');
