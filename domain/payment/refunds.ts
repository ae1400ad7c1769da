import { accountPart } from '#/domain/acquiring/call-attempt.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { add, cents, negate, subtract, sum, ZERO, type Cents } from '#/domain/values/money.ts';
import { explanationPart } from '#/domain/privacy/personal-text.ts';
import type { PaymentStatus } from '#/domain/ports/charge.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import type { PaymentCommand } from './commands.ts';
import type { PaymentApprovedData } from './events.ts';
import { platformLossOf } from './platform-loss.ts';
import { isOfSale, findPostedPart } from './investigation.ts';
import { recordContradiction } from './contradiction.ts';
import { givenBackBeforeSale } from './receipts/receipts.ts';
import { divideReversal, type Division } from './receivables.ts';
import { evolve, ownerOf, ownerOfSale, type PaymentEvent, type RequestedPayment } from './state.ts';
import { refundableOf, listDivisions, sumRefundsUnderWay } from './refundable.ts';
import type { RefundOfPayment } from './refund-state.ts';

type RefundRequest = Extract<PaymentCommand, { type: 'RequestRefund' }>;
type RefundConclusion = Extract<PaymentCommand, { type: 'SettleRefund' | 'FailRefund' }>;

/** An amount that is given back to the buyer, and how it divides. */
interface DividedReversal {
  readonly refundId: string;
  readonly amount: Cents;
  readonly division: Division;
  readonly at: Timestamp;
}

const recordReversal = (
  payment: RequestedPayment,
  type: 'PaymentRefunded' | 'PaymentChargedBack',
  { division: { parts, receivables }, ...reversal }: DividedReversal,
): PaymentEvent => {
  const total = add(payment.reversedAmount, reversal.amount);
  const left = payment.approved && { left: subtract(payment.approved.amount, total) };
  // Once all of the sale was given back, the seller bears what the platform had borne of it.
  const loss = left?.left === ZERO ? negate(platformLossOf(payment)) : ZERO;
  const contradictions = payment.investigation.matters.filter(isOfSale);
  const unapplied = sum(contradictions.map((it) => findPostedPart(it, reversal.amount)));
  const entry = { ...reversal, parts, receivables: [...receivables], total, ...left };
  const corrections = { ...(unapplied > 0 && { unapplied }), ...(loss < 0 && { loss }) };
  const data = { ...ownerOfSale(payment), ...entry, ...corrections };
  return { type, data };
};

/** How much of a payment was or may have been given back, apart from one open refund. */
export interface AmountsBesidesRefund {
  /** Given back, also of money that was not part of the sale. */
  readonly givenBack: Cents;
  /** The sum of our other open refunds. */
  readonly underWay: Cents;
  /** The part of the sale's price that was not given back. */
  readonly left: Cents;
}

export const sumBesidesRefund = (
  payment: RequestedPayment,
  refundId: string,
): AmountsBesidesRefund => {
  const { [refundId]: _, ...refunds } = payment.refunds;
  const { reversedAmount, approved, requested } = payment;
  const left = subtract((approved ?? requested).amount, reversedAmount);
  const givenBack = add(reversedAmount, givenBackBeforeSale(payment));
  return { givenBack, underWay: sumRefundsUnderWay({ refunds }), left };
};

interface Reversal {
  readonly refundId: string;
  readonly status: PaymentStatus;
  readonly now: Timestamp;
}

/** Takes money of a payment back until `total` has been taken back. */
export const reverseUpTo = (
  payment: RequestedPayment,
  total: Cents,
  { refundId, status, now: at }: Reversal,
): readonly PaymentEvent[] => {
  const { approved, reversedAmount } = payment;
  if (!approved || total <= reversedAmount) return [];
  const amount = subtract(total, reversedAmount);
  const division = divideReversal(approved, listDivisions(payment, 'SETTLED'), amount);
  const type = status === 'CHARGEBACK' ? 'PaymentChargedBack' : 'PaymentRefunded';
  return [recordReversal(payment, type, { refundId, amount, division, at })];
};

export const reverseAll = (
  payment: RequestedPayment,
  reversal: Reversal,
): readonly PaymentEvent[] => reverseUpTo(payment, payment.approved?.amount ?? ZERO, reversal);

/** Divides a further `amount`, after what was given back and what the open refunds will give back. */
export const nextDivision = (
  payment: RequestedPayment,
  approved: PaymentApprovedData,
  amount: Cents,
): Division => divideReversal(approved, listDivisions(payment, 'SETTLED', 'PENDING'), amount);

/**
 * Our account at the acquirer from which a sale is refunded. An older approval does not name it. Then the account of the last call for the
 * charge is used, if the payment is still at the acquirer that approved it.
 */
const accountOfRefunds = (
  { provider, attempt }: RequestedPayment,
  approved: PaymentApprovedData,
) => {
  const accountOfCall = approved.provider === provider ? attempt?.merchantAccount : undefined;
  return accountPart({ merchantAccount: approved.merchantAccount ?? accountOfCall });
};

export const requestRefund = (
  payment: RequestedPayment,
  request: RefundRequest,
): readonly PaymentEvent[] => {
  if (payment.refunds[request.refundId]) return [];
  const { approved, transactionId } = payment;
  if (payment.status !== 'APPROVED' || !approved || transactionId === null) {
    throw new Refused('payment/not-refundable', { status: payment.status });
  }
  const most = refundableOf(payment);
  if (request.amount > most) throw new Refused('payment/refund-exceeds-paid', { refundable: most });
  if (request.right === 'NEVER') throw new Refused('refund/not-offered');
  if (request.right === 'ONLY_WHOLE' && request.amount !== approved.amount) {
    throw new Refused('refund/partial-not-offered', { whole: approved.amount });
  }
  const { refundId, amount, mayOverdraw, mayRepeat, note, now: at } = request;
  const { parts, receivables } = nextDivision(payment, approved, amount);
  const data = {
    ...ownerOfSale(payment),
    ...accountOfRefunds(payment, approved),
    transactionId,
    refundId,
    amount,
    parts,
    receivables: [...receivables],
    ...(mayOverdraw && { mayOverdraw }),
    ...(mayRepeat && { mayRepeat }),
    note,
    at,
  };
  return [{ type: 'PaymentRefundRequested', data }];
};

/**
 * Returns a refund to use in place of one that the log has lost; undefined = the lost refund failed, so nothing changes.
 * @throws Refused `payment/unknown-refund` when the refund was made and its amount is not stated
 */
const makeLostRefund = (command: RefundConclusion): RefundOfPayment | undefined => {
  if (command.type === 'FailRefund') return undefined;
  const { amount } = command;
  if (amount === undefined) throw new Refused('payment/unknown-refund');
  return { amount, status: 'FAILED', division: null, byAcquirerBefore: ZERO };
};

/** Returns how much of a failed refund the acquirer had given back by itself. */
const reversedBefore = (
  { byAcquirer: { total, matched } }: RequestedPayment,
  { status, amount, byAcquirerBefore }: RefundOfPayment,
): Cents => {
  if (status !== 'FAILED') return ZERO;
  const unmatched = subtract(total, cents(Math.max(matched, byAcquirerBefore)));
  return cents(Math.min(amount, unmatched));
};

/** Books a refund of ours that was made. If too little is left of the sale, staff decide. */
const settleRefund = (
  payment: RequestedPayment,
  refundId: string,
  { refund, at }: { readonly refund: RefundOfPayment; readonly at: Timestamp },
): readonly PaymentEvent[] => {
  const { status, amount } = refund;
  const { approved } = payment;
  // After a chargeback, the same money cannot be given back twice, so staff decide.
  const isLeft = status === 'PENDING' || amount <= refundableOf(payment);
  if (payment.status !== 'APPROVED' || !approved || !isLeft) {
    return recordContradiction(payment, {
      status: 'REFUNDED',
      noticeId: `refund-${refundId}`,
      now: at,
    });
  }
  const division = refund.division ?? nextDivision(payment, approved, amount);
  return [recordReversal(payment, 'PaymentRefunded', { refundId, amount, division, at })];
};

/** Records that a refund failed, or books one that was made, except the part that is booked already. */
export const concludeRefund = (
  payment: RequestedPayment,
  command: RefundConclusion,
): readonly PaymentEvent[] => {
  const { refundId, now: at } = command;
  const refund = payment.refunds[refundId] ?? makeLostRefund(command);
  if (!refund) return [];
  // A refund on record as failed is settled when staff decided that it was made.
  const isNews = refund.status === 'PENDING' || command.type === 'SettleRefund';
  if (!isNews || refund.status === 'SETTLED') return [];
  const { amount } = refund;
  if (command.type === 'FailRefund') {
    const { cause, text } = command;
    const { currency } = ownerOf(payment);
    const data = { refundId, currency, amount, cause, ...explanationPart(text), at };
    return [{ type: 'PaymentRefundFailed', data }];
  }
  const bookedBefore = reversedBefore(payment, refund);
  if (bookedBefore === ZERO) return settleRefund(payment, refundId, { refund, at });
  const left = subtract(amount, bookedBefore);
  const data = { ...ownerOf(payment), refundId, amount: bookedBefore, left, at };
  const matched: PaymentEvent = { type: 'PaymentRefundMatched', data };
  const after = evolve(payment, matched);
  if (left === ZERO || after.status === 'NONE') return [matched];
  const rest = { ...refund, amount: left };
  return [matched, ...settleRefund(after, refundId, { refund: rest, at })];
};
