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
import { underWay } from '#/domain/payment/refundable.ts';

/** What an acquirer states about the charge of this payment. */
export interface StatedCharge {
  readonly paymentId: string;
  readonly status: PaymentStatus;
  readonly answer: ChargeAnswer;
}

/** The stage of the money: not paid, paid, given back. An older answer does not undo a later stage. */
type Rank = 0 | 1 | 2;

const RANKS: Readonly<Record<PaymentStatus, Rank>> = {
  PENDING: 0,
  REJECTED: 0,
  CANCELED: 0,
  APPROVED: 1,
  REFUNDED: 2,
  CHARGEBACK: 2,
};

/** Whether the status says that money has come in, even if it was given back since. */
export const saysPaid = (status: PaymentStatus): boolean => RANKS[status] > 0;

/** The money of a transaction, as an answer states it. What the answer does not state is taken from our record. */
export interface StatedMoney {
  readonly rank: Rank;
  /** All money that the transaction brought in, even if it was given back since. */
  readonly received: Cents;
  /** The part of `received` that the acquirer has given back on its own; it is no part of the sale. Zero if everything went back. */
  readonly refunded: Cents;
  /** The answer says that the amount paid differs from that of the charge, but not what it is. */
  readonly isOther: boolean;
}

/**
 * Returns the amount that the answer states as received. Null = it states none that can be used: no money came in, the status is a
 * chargeback, the money is not reserved for this payment or is in another currency, or no charge can have the amount, as when its unit is
 * wrong.
 */
const usableAmountOf = (
  { requested }: RequestedPayment,
  { status, answer: { amount, currency, isReserved } }: StatedCharge,
): Cents | null => {
  const isCounted = saysPaid(status) && status !== 'CHARGEBACK' && isReserved;
  const isOurCurrency = (currency ?? requested.currency) === requested.currency;
  return isCounted && isOurCurrency ? (positiveCents.safeParse(amount).data ?? null) : null;
};

/**
 * Returns all money received by a transaction. After a refund, some acquirers state only what is left. If refunds explain why the stated
 * amount is lower than the one on record, the amount on record still counts.
 */
const receivedInAll = (
  payment: RequestedPayment,
  { answer }: StatedCharge,
  stated: Cents,
  { received, refunded, returned }: Mismatch,
): Cents => {
  const total = answer.refundedAmount ?? ZERO;
  if (isApplied(payment, answer.transactionId)) {
    const gone = sum([refunded, returned, payment.reversedAmount, underWay(payment)]);
    const least = subtract(received, gone);
    return stated >= least && stated <= received ? received : stated;
  }
  const isLeft = stated === subtract(received, refunded) || stated === subtract(received, total);
  return isLeft ? received : stated;
};

/**
 * Returns all that came in by a transaction of which no receipt is on record. If a paid charge states a larger total of refunds than its
 * amount, the amount is only what is left.
 */
const receivedAtFirst = ({ status, answer }: StatedCharge, stated: Cents): Cents => {
  const total = answer.refundedAmount ?? ZERO;
  return status === 'APPROVED' && total > stated ? add(stated, total) : stated;
};

/**
 * Reads status, amount and total of refunds of an answer as one statement about the money of its transaction. If the transaction pays the
 * sale, its total of refunds is left to `reverseByProvider`. For any other transaction, what staff returned is taken to be a part of the
 * total.
 */
export const moneyOf = (payment: RequestedPayment, said: StatedCharge): StatedMoney => {
  const { status, answer } = said;
  const earlier = receiptOf(payment, answer.transactionId);
  const stated = usableAmountOf(payment, said);
  const isOther = status === 'APPROVED' && answer.amount === 'OTHER';
  const before = earlier?.received ?? ZERO;
  const inAll = () => (stated === null ? before : receivedAtFirst(said, stated));
  const received =
    earlier && before > 0 && stated !== null
      ? receivedInAll(payment, said, stated, earlier)
      : inAll();
  const total = answer.refundedAmount ?? ZERO;
  const isPart =
    total > 0 && (status === 'APPROVED' || (status === 'REFUNDED' && total < received));
  const rank = isPart ? RANKS.APPROVED : RANKS[status];
  if (rank > RANKS.APPROVED) return { rank, received, refunded: ZERO, isOther };
  const known = { rank, received, refunded: earlier?.refunded ?? ZERO, isOther };
  if (!isPart || isApplied(payment, answer.transactionId)) return known;
  const part = subtract(cents(Math.min(total, received)), earlier?.returned ?? ZERO);
  return { ...known, refunded: cents(Math.max(known.refunded, part)) };
};

/** Whether the transaction reached a later stage, or the acquirer states something else about its money than before. */
export const isNewStatement = ({ rank, ...now }: StatedMoney, earlier: Mismatch): boolean => {
  const before = RANKS[earlier.status];
  if (rank !== before) return rank > before;
  const isMoney = now.received !== earlier.received || now.refunded > earlier.refunded;
  return rank === RANKS.APPROVED && (isMoney || (now.isOther && !earlier.isOther));
};

/** Whether all of the money was given back, according to the answer. */
export const isAllGivenBack = ({ rank }: StatedMoney): boolean => rank > RANKS.APPROVED;
