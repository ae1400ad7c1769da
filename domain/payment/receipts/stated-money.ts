import {
  add,
  cents,
  positiveCents,
  subtract,
  sum,
  ZERO,
  type Cents,
} from '#/domain/values/money.ts';
import type { PaymentStatus } from '#/domain/ports/charge.ts';
import type { ChargeAnswer } from '#/domain/payment/commands.ts';
import { isApplied, receiptOf, type Mismatch } from './receipts.ts';
import type { RequestedPayment } from '#/domain/payment/state.ts';
import { sumRefundsUnderWay } from '#/domain/payment/refundable.ts';

export interface StatedCharge {
  readonly paymentId: string;
  readonly status: PaymentStatus;
  readonly answer: ChargeAnswer;
}

/** 0 = not paid, 1 = paid, 2 = given back. An older answer does not undo a later stage. */
type Rank = 0 | 1 | 2;

const RANKS: Readonly<Record<PaymentStatus, Rank>> = {
  PENDING: 0,
  REJECTED: 0,
  CANCELED: 0,
  APPROVED: 1,
  REFUNDED: 2,
  CHARGEBACK: 2,
};

/** Whether money has come in, even if it was given back since. */
export const isPaidStatus = (status: PaymentStatus): boolean => RANKS[status] > 0;

/** A transaction's money by an answer, and by our record where the answer says nothing. */
export interface StatedMoney {
  readonly rank: Rank;
  /** All that came in, even if it was given back since. */
  readonly received: Cents;
  /** Given back by the acquirer on its own. Zero if everything went back. */
  readonly refunded: Cents;
  /** The answer says that the amount paid differs, but not what it is. */
  readonly isOtherAmount: boolean;
}

/** Returns the amount that the answer states as received; null = none that can be used. */
const usableAmountOf = (
  { requested }: RequestedPayment,
  { status, answer: { amount, currency, isClaimed } }: StatedCharge,
): Cents | null => {
  const isCounted = isPaidStatus(status) && status !== 'CHARGEBACK' && isClaimed;
  const isOurCurrency = (currency ?? requested.currency) === requested.currency;
  return isCounted && isOurCurrency ? (positiveCents.safeParse(amount).data ?? null) : null;
};

/** Returns all money received. Some acquirers state what is left after a refund. */
const receivedInAll = (
  payment: RequestedPayment,
  { answer }: StatedCharge,
  stated: Cents,
  { received, refunded, returned }: Mismatch,
): Cents => {
  const total = answer.refundedAmount ?? ZERO;
  if (isApplied(payment, answer.transactionId)) {
    const gone = sum([refunded, returned, payment.reversedAmount, sumRefundsUnderWay(payment)]);
    const least = subtract(received, gone);
    return stated >= least && stated <= received ? received : stated;
  }
  const isLeft = stated === subtract(received, refunded) || stated === subtract(received, total);
  return isLeft ? received : stated;
};

/** If a paid charge states more refunds than its amount, the amount is what is left after them. */
const receivedAtFirst = ({ status, answer }: StatedCharge, stated: Cents): Cents => {
  const total = answer.refundedAmount ?? ZERO;
  return status === 'APPROVED' && total > stated ? add(stated, total) : stated;
};

/** Reads status, amount and total of refunds as one statement. Refunds of the sale itself are left to `reverseByProvider`. */
export const moneyOf = (payment: RequestedPayment, said: StatedCharge): StatedMoney => {
  const { status, answer } = said;
  const earlier = receiptOf(payment, answer.transactionId);
  const amount = usableAmountOf(payment, said);
  const isOtherAmount = status === 'APPROVED' && answer.amount === 'OTHER';
  const readReceived = (): Cents => {
    if (amount === null) return earlier?.received ?? ZERO;
    return earlier && earlier.received > 0
      ? receivedInAll(payment, said, amount, earlier)
      : receivedAtFirst(said, amount);
  };
  const received = readReceived();
  const total = answer.refundedAmount ?? ZERO;
  const isPart =
    total > 0 && (status === 'APPROVED' || (status === 'REFUNDED' && total < received));
  const rank = isPart ? RANKS.APPROVED : RANKS[status];
  if (rank > RANKS.APPROVED) return { rank, received, refunded: ZERO, isOtherAmount };
  const money = { rank, received, refunded: earlier?.refunded ?? ZERO, isOtherAmount };
  if (!isPart || isApplied(payment, answer.transactionId)) return money;
  const part = subtract(cents(Math.min(total, received)), earlier?.returned ?? ZERO);
  return { ...money, refunded: cents(Math.max(money.refunded, part)) };
};

/** Whether the transaction reached a later stage, or its money changed. */
export const isNewStatement = ({ rank, ...now }: StatedMoney, earlier: Mismatch): boolean => {
  const before = RANKS[earlier.status];
  if (rank !== before) return rank > before;
  const isMoney = now.received !== earlier.received || now.refunded > earlier.refunded;
  return rank === RANKS.APPROVED && (isMoney || (now.isOtherAmount && !earlier.isOtherAmount));
};

export const isAllGivenBack = ({ rank }: StatedMoney): boolean => rank > RANKS.APPROVED;
