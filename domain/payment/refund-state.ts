import { add, type Cents } from '#/domain/values/money.ts';
import type { Division } from './receivables.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import type { PaymentEvent, RequestedPayment } from './state.ts';

/** What the hold for a refund repeats of its request. */
interface RefundOrder {
  /** The account in which the sale was charged. */
  readonly merchantAccount?: string;
  readonly transactionId: string;
  readonly mayRepeat?: true;
  readonly requestedAt: Timestamp;
}

export interface RefundOfPayment {
  readonly amount: Cents;
  readonly status: 'PENDING' | 'SETTLED' | 'FAILED';
  /** How the amount divides. Null = decided when the refund settles. */
  readonly division: Division | null;
  /** What the acquirer gave back by itself before this refund; no part of that is this refund. */
  readonly byAcquirerBefore: Cents;
  /** What a later hold must know of the request; absent once the refund has ended. */
  readonly order?: RefundOrder;
  /** AWAITED: staff decide, because the account does not cover the refund. BORNE: staff decided to make it. Absent = neither. */
  readonly cover?: 'AWAITED' | 'BORNE';
  /** When a requested refund was settled; absent for money that was taken back without a request. */
  readonly settledAt?: Timestamp;
}

export const withRefund = (
  payment: RequestedPayment,
  refundId: string,
  refund: Omit<RefundOfPayment, 'byAcquirerBefore'>,
): RequestedPayment => {
  const { [refundId]: earlier, ...others } = payment.refunds;
  const { byAcquirerBefore = payment.byAcquirer.total } = earlier ?? {};
  return { ...payment, refunds: { ...others, [refundId]: { ...refund, byAcquirerBefore } } };
};

/** Prefix of the key of the matter about a refund that the seller's account does not cover. */
export const UNCOVERED_PREFIX = 'uncovered-';

export const withRequested = (
  payment: RequestedPayment,
  { data }: Extract<PaymentEvent, { type: 'PaymentRefundRequested' }>,
): RequestedPayment => {
  const { refundId, amount, parts, receivables } = data;
  const { transactionId, merchantAccount, mayRepeat, at: requestedAt } = data;
  const order = {
    transactionId,
    ...(merchantAccount !== undefined && { merchantAccount }),
    ...(mayRepeat && { mayRepeat }),
    requestedAt,
  };
  const division = parts && receivables ? { parts, receivables } : null;
  return withRefund(payment, refundId, { amount, status: 'PENDING', division, order });
};

/** The seller's account does not cover the refund: its amount stays reserved until staff decide. */
export const withUncovered = (payment: RequestedPayment, refundId: string): RequestedPayment => {
  const refund = payment.refunds[refundId];
  if (!refund) return payment;
  const uncovered = { ...refund, cover: 'AWAITED', division: null } as const;
  return { ...payment, refunds: { ...payment.refunds, [refundId]: uncovered } };
};

/** Applies the decision of staff to make an uncovered refund. */
export const withOverdrawn = (
  payment: RequestedPayment,
  {
    refundId,
    parts,
    receivables,
  }: Extract<PaymentEvent, { type: 'PaymentRefundOverdrawn' }>['data'],
): RequestedPayment => {
  const refund = payment.refunds[refundId];
  if (!refund) return payment;
  const { total: byAcquirerBefore } = payment.byAcquirer;
  const borne = {
    ...refund,
    cover: 'BORNE',
    division: parts ? { parts, receivables } : null,
    byAcquirerBefore,
  } as const;
  return { ...payment, refunds: { ...payment.refunds, [refundId]: borne } };
};

/** Prefix of the ids of refunds and chargebacks by the acquirer itself; ids of ours are UUIDs. */
export const BY_ACQUIRER_PREFIX = 'provider-';

/** A refund of ours that had failed, or that the log had lost, was made after all, and `amount` of it is booked already. */
export const withRefundMatched = (
  payment: RequestedPayment,
  { refundId, amount, left }: Extract<PaymentEvent, { type: 'PaymentRefundMatched' }>['data'],
): RequestedPayment => {
  const { total, matched } = payment.byAcquirer;
  const refund =
    left === 0
      ? ({ amount, status: 'SETTLED' } as const)
      : ({ amount: left, status: 'FAILED' } as const);
  return {
    ...withRefund(payment, refundId, { ...refund, division: null }),
    byAcquirer: { total, matched: add(matched, amount) },
  };
};

export const withReversal = (
  payment: RequestedPayment,
  { type, data }: Extract<PaymentEvent, { type: 'PaymentRefunded' | 'PaymentChargedBack' }>,
): RequestedPayment => {
  const { refundId, amount, total, parts, receivables, at } = data;
  const settled = Object.hasOwn(payment.refunds, refundId) && { settledAt: at };
  const division = { parts, receivables };
  const endStatus = type === 'PaymentRefunded' ? 'REFUNDED' : 'CHARGEBACK';
  const isByAcquirer = type === 'PaymentRefunded' && refundId.startsWith(BY_ACQUIRER_PREFIX);
  const { total: totalByAcquirer, matched } = payment.byAcquirer;
  return {
    ...withRefund(payment, refundId, { amount, status: 'SETTLED', division, ...settled }),
    byAcquirer: { total: isByAcquirer ? add(totalByAcquirer, amount) : totalByAcquirer, matched },
    status: total === payment.approved?.amount ? endStatus : payment.status,
    reversedAmount: total,
    chargedBack: type === 'PaymentChargedBack' ? amount : payment.chargedBack,
  };
};
