import { aggregateId } from '#/domain/ids.ts';
import { add, negate, positiveCents, subtract, sum, ZERO, type Cents } from '#/domain/money.ts';
import type { PaymentStatus } from '#/domain/ports/charge.ts';
import type { Timestamp } from '#/domain/time.ts';
import type { ChargeAnswer } from './commands.ts';
import type { Difference } from './events.ts';
import { beyondBorne } from './borne.ts';
import { isOfSale } from './investigation.ts';
import { isApplied, NOTHING_RECEIVED, receiptOf, type Mismatch } from './receipts.ts';
import {
  contradictionOf,
  ownerOf,
  underWay,
  type PaymentEvent,
  type RequestedPayment,
} from './state.ts';

/** What an answer says about the charge of this payment. */
export interface SaidOfPayment {
  readonly paymentId: string;
  readonly status: PaymentStatus;
  readonly answer: ChargeAnswer;
}

/** The stage of the money: not paid, paid, given back. An older answer does not undo a later stage. */
const RANKS: Readonly<Record<PaymentStatus, number>> = {
  PENDING: 0,
  REJECTED: 0,
  CANCELED: 0,
  APPROVED: 1,
  REFUNDED: 2,
  CHARGEBACK: 2,
};

/** Whether the status says that money has come in, even if it was given back since. */
export const saysPaid = (status: PaymentStatus): boolean => RANKS[status] > 0;

/**
 * Limits the transactions of one payment that get a recorded mismatch; transactions that bring in money for the payment are always
 * recorded.
 */
const MOST_TRANSACTIONS = 10;

/** Whether the answer is about the transaction of this payment, or the payment has none yet. */
const isOfItsTransaction = (
  { transactionId }: RequestedPayment,
  answer: Pick<ChargeAnswer, 'transactionId'>,
): boolean => transactionId === null || transactionId === answer.transactionId;

/**
 * Returns what shows that the answer is about another payment's charge: the order id, the transaction, both or neither. Amount and
 * currency are not compared.
 */
const foreignPartsOf = (
  payment: RequestedPayment,
  { paymentId, status, answer }: SaidOfPayment,
): readonly Difference[] => {
  if (payment.appliedTransaction === answer.transactionId) return [];
  const isOwn = isOfItsTransaction(payment, answer);
  // Paid, but the transaction could not be reserved for this payment, because another payment has it.
  const isAnothers = !isOwn || (saysPaid(status) && !answer.isReserved);
  return [
    ...(answer.orderId === null || answer.orderId === paymentId ? [] : (['ORDER'] as const)),
    ...(isAnothers ? (['TRANSACTION'] as const) : []),
  ];
};

/** Returns how the price of the charge differs from the requested price: in amount, currency, both or neither. */
export const pricePartsOf = (
  { requested }: RequestedPayment,
  { amount, currency }: ChargeAnswer,
): readonly Difference[] => [
  ...(amount === null || amount === requested.amount ? [] : (['AMOUNT'] as const)),
  ...(currency === null || currency === requested.currency ? [] : (['CURRENCY'] as const)),
];

/** Whether the answer is about a charge of another payment, so that nothing in it may be used for this payment. */
export const isForeign = (payment: RequestedPayment, said: SaidOfPayment): boolean =>
  foreignPartsOf(payment, said).length > 0;

/**
 * Returns how an answer differs from the requested charge. Amount and currency are compared until the payment is approved. Once a
 * transaction brought in money that did not fit, later answers about that transaction do not fit either, until staff apply it to the
 * sale.
 */
export const differencesOf = (
  payment: RequestedPayment,
  said: SaidOfPayment,
): readonly Difference[] => {
  const { status, answer } = said;
  const earlier = receiptOf(payment, answer.transactionId);
  if (earlier && saysPaid(earlier.status) && !isApplied(payment, answer.transactionId))
    return earlier.differs;
  const isKnown = isOfItsTransaction(payment, answer) && status === payment.status;
  if (isKnown && status !== 'PENDING') return [];
  const isPriced = status === 'PENDING' ? payment.status === 'PENDING' : saysPaid(status);
  return [
    ...(isPriced && payment.approved === null ? pricePartsOf(payment, answer) : []),
    ...foreignPartsOf(payment, said),
  ];
};

/**
 * Returns what the transaction brought in for this payment; zero when that is not known, or the money is another payment's. An amount
 * that no charge can have, as from a wrong unit, tells nothing: it is not posted, because no one could record a decision about it.
 */
const findReceived = (
  { requested }: RequestedPayment,
  { status, answer: { amount, currency, isReserved } }: SaidOfPayment,
): Cents => {
  const isCounted = status === 'APPROVED' && isReserved;
  const isOurCurrency = (currency ?? requested.currency) === requested.currency;
  return isCounted && isOurCurrency ? (positiveCents.safeParse(amount).data ?? ZERO) : ZERO;
};

type Word = SaidOfPayment & { readonly noticeId: string; readonly now: Timestamp };

/** Records a chargeback of money that staff have already returned. */
export const wentTwice = (
  payment: RequestedPayment,
  { status, noticeId, answer, now: at }: Word,
): readonly PaymentEvent[] => {
  const { returned: amount = ZERO } = receiptOf(payment, answer.transactionId) ?? {};
  if (amount === 0 || status !== 'CHARGEBACK') return [];
  const { currency, ...owner } = ownerOf(payment);
  const contested = { ...owner, amount, unapplied: ZERO, receipt: answer.transactionId };
  const data = { status, noticeId, currency, contested, at };
  const isSaid = payment.contradictions.includes(contradictionOf(payment.status, data));
  return isSaid ? [] : [{ type: 'PaymentNoticeRefused', data }];
};

/**
 * Returns the part of a receipt that the acquirer has given back on its own; null = the acquirer does not state a partial refund. The
 * total that the acquirer states also includes what staff returned, which is subtracted.
 */
const partBackOf = (
  { status, answer }: SaidOfPayment,
  { received, returned }: Mismatch,
): Cents | null => {
  const total = answer.refundedAmount ?? ZERO;
  const isPart = status === 'REFUNDED' && total > 0 && total < received;
  return isPart ? subtract(total, returned) : null;
};

/** Whether the transaction reached a later stage, or brought in another amount, than the acquirer said before. */
const isNews = (payment: RequestedPayment, said: SaidOfPayment, earlier: Mismatch): boolean => {
  const { status, received, back } = earlier;
  const part = partBackOf(said, earlier);
  if (part !== null) return part > back;
  if (RANKS[said.status] !== RANKS[status]) return RANKS[said.status] > RANKS[status];
  const now = findReceived(payment, said);
  // After a partial refund, some acquirers state only the rest as the amount of the charge.
  return now > 0 && now !== received && now !== subtract(received, back);
};

/** How much of a transaction is unapplied, and how much of its money the acquirer has given back so far. */
type Rest = Pick<Mismatch, 'unapplied' | 'back'>;

const restBy = (
  payment: RequestedPayment,
  said: SaidOfPayment,
  earlier: Mismatch | undefined,
): Rest => {
  const part = earlier ? partBackOf(said, earlier) : null;
  if (part === null && RANKS[said.status] > RANKS.APPROVED) return { unapplied: ZERO, back: ZERO };
  const { used, back: before } = earlier ?? NOTHING_RECEIVED;
  const received = earlier && part !== null ? earlier.received : findReceived(payment, said);
  const back = part ?? before;
  return { unapplied: subtract(received, add(used, back)), back };
};

/** Returns the event that records an answer that does not fit, with what it changes for its transaction. */
export const mismatchFact = (
  payment: RequestedPayment,
  { status, answer, now: at }: Omit<Word, 'noticeId'>,
  differs: readonly Difference[],
  { unapplied, back }: Rest,
): PaymentEvent => {
  const { amount: asked, currency: askedIn } = payment.requested;
  const { transactionId, amount, currency } = answer;
  const { unapplied: before } = receiptOf(payment, transactionId) ?? NOTHING_RECEIVED;
  const orderId = aggregateId.safeParse(answer.orderId).data ?? null;
  return {
    type: 'PaymentMismatchFound',
    data: {
      ...ownerOf(payment),
      currency: askedIn,
      status,
      differs: [...differs],
      asked: { amount: asked, currency: askedIn, transactionId: payment.transactionId },
      said: { transactionId, amount: amount === 'OTHER' ? null : amount, currency, orderId },
      unapplied,
      change: subtract(unapplied, before),
      ...(back > 0 && { back }),
      at,
    },
  };
};

/**
 * Records an answer that does not fit, once for each stage of its transaction (charged, paid, given back) and for each amount that the
 * acquirer states. A new amount replaces the previous one, even if staff had decided about the previous one.
 * @param differs the result of `differencesOf`, not empty
 */
export const mismatchFound = (
  payment: RequestedPayment,
  said: Word,
  differs: readonly Difference[],
): readonly PaymentEvent[] => {
  const { status, answer } = said;
  const { transactionId } = answer;
  const earlier = receiptOf(payment, transactionId);
  const isMoney = status === 'APPROVED' && answer.isReserved;
  const isRecorded = earlier
    ? isNews(payment, said, earlier)
    : isMoney || Object.keys(payment.mismatches).length < MOST_TRANSACTIONS;
  if (!isRecorded) return [];
  const isBack = RANKS[status] > RANKS.APPROVED;
  // Staff have decided about all of the money, so nothing is left that a refund could give back.
  if (isBack && earlier && earlier.received > 0 && earlier.unapplied === 0)
    return wentTwice(payment, said);
  const found = mismatchFact(payment, said, differs, restBy(payment, said, earlier));
  return [found, ...wentTwice(payment, said)];
};

/** Whether the stated amount may be what is left of the money that came in: some acquirers state only that. */
const isWhatIsLeft = (
  payment: RequestedPayment,
  said: SaidOfPayment,
  { received, back, returned }: Mismatch,
): boolean => {
  const stated = findReceived(payment, said);
  const gone = sum([back, returned, payment.takenBack, underWay(payment)]);
  const least = subtract(received, gone);
  return stated >= least && stated <= received;
};

/**
 * Records that the acquirer states another amount for the transaction that pays the sale than staff found, unless refunds explain the
 * difference.
 */
export const otherAmountFound = (
  payment: RequestedPayment,
  said: Word,
): readonly PaymentEvent[] => {
  const { transactionId } = said.answer;
  const paid = receiptOf(payment, transactionId);
  const isPaid = paid && saysPaid(paid.status) && isApplied(payment, transactionId);
  return isPaid && said.status === 'APPROVED' && !isWhatIsLeft(payment, said, paid)
    ? mismatchFound(payment, said, ['AMOUNT'])
    : [];
};

interface ContradictingReport {
  readonly status: PaymentStatus;
  readonly noticeId: string;
  readonly now: Timestamp;
}

/** Returns the amount that, if the acquirer's status is true, was given back there without being on the books. */
const sumContested = (
  { status: ours, approved, takenBack, refunds, borne }: RequestedPayment,
  { status, noticeId }: ContradictingReport,
): Cents => {
  if (!approved) return ZERO;
  const refund = Object.entries(refunds).find(([id]) => noticeId === `refund-${id}`)?.[1];
  if (refund) return refund.amount;
  if (ours === 'APPROVED') return subtract(approved.amount, takenBack);
  // The status "paid" for a refunded payment is only an older answer. A second refund or chargeback means that money was given back
  // again.
  const isAgain = status === 'REFUNDED' || status === 'CHARGEBACK';
  return isAgain ? subtract(approved.amount, borne.missing) : ZERO;
};

/** Records, once, a status of the acquirer that contradicts the payment's record; a newer status replaces an earlier one. */
export const contradiction = (
  payment: RequestedPayment,
  word: ContradictingReport,
): readonly PaymentEvent[] => {
  if (payment.contradictions.includes(contradictionOf(payment.status, word))) return [];
  const { status, noticeId, now: at } = word;
  const amount = sumContested(payment, word);
  const isOfRefund = noticeId.startsWith('refund-');
  // If staff decided the outcome, the contradicted amount is posted as unapplied, except what is posted as a loss already.
  const posted = isOfRefund ? amount : beyondBorne(payment, amount);
  const unapplied = payment.investigation.outcome === null ? ZERO : negate(posted);
  const earlier = isOfRefund ? [] : payment.investigation.matters.filter(isOfSale);
  const change = subtract(unapplied, sum(earlier.map((it) => it.unapplied)));
  const { currency, ...owner } = ownerOf(payment);
  const data = {
    status,
    noticeId,
    currency,
    ...(amount > 0 && {
      contested: { ...owner, amount, unapplied, ...(earlier.length > 0 && { change }) },
    }),
    at,
  };
  return [{ type: 'PaymentNoticeRefused', data }];
};
