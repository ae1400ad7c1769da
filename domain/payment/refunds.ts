import { Refused } from '#/domain/errors.ts';
import { add, subtract, sum, type Cents } from '#/domain/money.ts';
import { explanationPart } from '#/domain/personal-text.ts';
import type { PaymentStatus } from '#/domain/ports/charge.ts';
import type { Timestamp } from '#/domain/time.ts';
import type { PaymentCommand, ProviderStatus } from './commands.ts';
import type { PaymentApprovedData } from './events.ts';
import { isOfSale, postedBefore } from './investigation.ts';
import { contradiction } from './mismatch.ts';
import { takeBack, type Division } from './receivables.ts';
import {
  ownerOf,
  refundableOf,
  takenBackBy,
  underWay,
  type PaymentEvent,
  type RefundOfPayment,
  type RequestedPayment,
} from './state.ts';

type RefundRequest = Extract<PaymentCommand, { type: 'RequestRefund' }>;
type RefundConclusion = Extract<PaymentCommand, { type: 'SettleRefund' | 'FailRefund' }>;

/** What goes back to the buyer, and how it divides. */
interface GoingBack {
  readonly refundId: string;
  readonly amount: Cents;
  readonly division: Division;
  readonly at: Timestamp;
}

const takenBackFact = (
  payment: RequestedPayment,
  type: 'PaymentRefunded' | 'PaymentChargedBack',
  { division: { parts, receivables }, ...back }: GoingBack,
): PaymentEvent => {
  const total = add(payment.takenBack, back.amount);
  const left = payment.approved && { left: subtract(payment.approved.amount, total) };
  const contradictions = payment.investigation.matters.filter(isOfSale);
  const unapplied = sum(contradictions.map((it) => postedBefore(it, back.amount)));
  const went = { ...back, parts, receivables: [...receivables], total, ...left };
  const data = { ...ownerOf(payment), ...went, ...(unapplied > 0 && { unapplied }) };
  return { type, data };
};

/** What of a payment has gone back, or may have, otherwise than by one refund that is open. */
export interface BesideRefund {
  readonly gone: Cents;
  /** By other refunds of ours that are open. */
  readonly underWay: Cents;
  readonly isAllGone: boolean;
}

export const besideRefund = (payment: RequestedPayment, refundId: string): BesideRefund => {
  const { [refundId]: _, ...refunds } = payment.refunds;
  const { takenBack: gone, approved } = payment;
  return { gone, underWay: underWay({ refunds }), isAllGone: gone === approved?.amount };
};

/** How a whole payment goes back. */
interface Taking {
  readonly refundId: string;
  readonly status: PaymentStatus;
  readonly now: Timestamp;
}

/** A provider takes a payment back only once, so the refund has an id made from the payment's. */
export const takenByProvider = ({ paymentId, status, now }: ProviderStatus): Taking => ({
  refundId: `provider-${paymentId}`,
  status,
  now,
});

/** Takes all that is left of a payment back. */
export const takeAllBack = (
  payment: RequestedPayment,
  { refundId, status, now: at }: Taking,
): readonly PaymentEvent[] => {
  const { approved, takenBack } = payment;
  if (!approved || takenBack === approved.amount) return [];
  const amount = subtract(approved.amount, takenBack);
  const division = takeBack(approved, takenBackBy(payment, 'SETTLED'), amount);
  const type = status === 'CHARGEBACK' ? 'PaymentChargedBack' : 'PaymentRefunded';
  return [takenBackFact(payment, type, { refundId, amount, division, at })];
};

/** Divides the next refund, after what went back and what is under way. */
const nextDivision = (
  payment: RequestedPayment,
  approved: PaymentApprovedData,
  amount: Cents,
): Division => takeBack(approved, takenBackBy(payment, 'SETTLED', 'PENDING'), amount);

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
  const { refundId, amount, mayOverdraw, note, now: at } = request;
  const { parts, receivables } = nextDivision(payment, approved, amount);
  const account = payment.attempt?.merchantAccount;
  const data = {
    ...ownerOf(payment),
    ...(account !== undefined && { merchantAccount: account }),
    transactionId,
    refundId,
    amount,
    parts,
    receivables: [...receivables],
    ...(mayOverdraw && { mayOverdraw }),
    note,
    at,
  };
  return [{ type: 'PaymentRefundRequested', data }];
};

/** Returns a refund that was made, whose request the log has lost: nothing of the payment is reserved for it. */
const lostRefund = (command: RefundConclusion): RefundOfPayment | undefined => {
  if (command.type === 'FailRefund') return undefined;
  const { amount } = command;
  if (amount === undefined) throw new Refused('payment/unknown-refund');
  return { amount, status: 'FAILED', division: null };
};

export const concludeRefund = (
  payment: RequestedPayment,
  command: RefundConclusion,
): readonly PaymentEvent[] => {
  const { refundId, now: at } = command;
  const refund = payment.refunds[refundId] ?? lostRefund(command);
  if (!refund) return [];
  // A refund on record as failed is settled when two people decided that it was made.
  const isNews = refund.status === 'PENDING' || command.type === 'SettleRefund';
  if (!isNews || refund.status === 'SETTLED') return [];
  const { amount } = refund;
  if (command.type === 'FailRefund') {
    const { cause, text } = command;
    const { currency } = ownerOf(payment);
    const data = { refundId, currency, amount, cause, ...explanationPart(text), at };
    return [{ type: 'PaymentRefundFailed', data }];
  }
  // A chargeback came first: the same money cannot go back twice on our books, so people must look.
  const { approved } = payment;
  const isLeft = refund.status === 'PENDING' || amount <= refundableOf(payment);
  if (payment.status !== 'APPROVED' || !approved || !isLeft) {
    return contradiction(payment, { status: 'REFUNDED', noticeId: `refund-${refundId}`, now: at });
  }
  const division = refund.division ?? nextDivision(payment, approved, amount);
  return [takenBackFact(payment, 'PaymentRefunded', { refundId, amount, division, at })];
};
