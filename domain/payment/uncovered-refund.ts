import type { Resolution } from '#/domain/investigation/events.ts';
import type { AgreedResolution, Matter } from '#/domain/investigation/investigation.ts';
import type { KnownCause } from '#/domain/aggregates/known-causes.ts';
import type { PaymentCommand } from './commands.ts';
import { concludeRefund, nextDivision } from './refunds.ts';
import { ownerOf, ownerOfSale, type PaymentEvent, type RequestedPayment } from './state.ts';
import { refundableOf } from './refundable.ts';
import { UNCOVERED_PREFIX, type RefundOfPayment } from './refund-state.ts';

type LeaveUncovered = Extract<PaymentCommand, { type: 'LeaveUncovered' }>;

const NOT_COVERED = 'insufficient-balance' satisfies KnownCause;

export const leaveUncovered = (
  payment: RequestedPayment,
  { refundId, available, now: at }: LeaveUncovered,
): readonly PaymentEvent[] => {
  const refund = payment.refunds[refundId];
  if (refund?.status !== 'PENDING' || refund.cover !== undefined) return [];
  const { amount } = refund;
  const data = { ...ownerOf(payment), refundId, amount, available, at };
  return [{ type: 'PaymentRefundUncovered', data }];
};

const refundOf = (
  { refunds }: RequestedPayment,
  { key }: Pick<Matter, 'key'>,
): { readonly refundId: string; readonly refund: RefundOfPayment | undefined } => {
  const refundId = key.slice(UNCOVERED_PREFIX.length);
  return { refundId, refund: refunds[refundId] };
};

/** An uncovered refund can be made if the sale can still give its amount back. */
export const answersOfUncovered = (
  payment: RequestedPayment,
  matter: Pick<Matter, 'key'>,
): readonly Resolution[] => {
  const { refund } = refundOf(payment, matter);
  const isLeft = payment.status === 'APPROVED' && refundableOf(payment) >= 0;
  return refund?.order && isLeft ? ['BORNE_BY_PLATFORM', 'DID_NOT_HAPPEN'] : ['DID_NOT_HAPPEN'];
};

/** Two members of staff decided that the refund is made, or one that it is not. */
export const concludeUncovered = (
  payment: RequestedPayment,
  { matter, proposal, now: at }: AgreedResolution,
): readonly PaymentEvent[] => {
  const { refundId, refund } = refundOf(payment, matter);
  if (proposal.resolution !== 'BORNE_BY_PLATFORM') {
    const failing = { type: 'FailRefund', refundId, cause: NOT_COVERED, now: at } as const;
    return concludeRefund(payment, failing);
  }
  if (!refund?.order || !payment.approved) return [];
  const { amount, order } = refund;
  const { parts, receivables } = nextDivision(payment, payment.approved, amount);
  const divided = { amount, parts, receivables: [...receivables] };
  const data = { ...ownerOfSale(payment), ...order, refundId, ...divided, at };
  return [{ type: 'PaymentRefundOverdrawn', data }];
};
