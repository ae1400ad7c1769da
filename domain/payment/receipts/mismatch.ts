import { aggregateId } from '#/domain/values/ids.ts';
import { add, subtract, ZERO } from '#/domain/values/money.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import type { ChargeAnswer, ProviderStatus } from '#/domain/payment/commands.ts';
import type { Difference } from '#/domain/payment/events.ts';
import { isPartRefunded } from './given-back.ts';
import {
  isAllDecided,
  isApplied,
  NOTHING_RECEIVED,
  receiptOf,
  unfitReceiptOf,
  type Mismatch,
} from './receipts.ts';
import {
  isAllGivenBack,
  isNewStatement,
  moneyOf,
  isPaidStatus,
  type StatedMoney,
  type StatedCharge,
} from './stated-money.ts';
import { MOST_TRANSFERS } from './transfers.ts';
import {
  contradictionOf,
  ownerOf,
  type PaymentEvent,
  type RequestedPayment,
} from '#/domain/payment/state.ts';

/** Once a payment has this many transactions on record, a further one that brings in no money is not recorded. */
const MOST_TRANSACTIONS = 10;

const isOfItsTransaction = (
  { transactionId }: RequestedPayment,
  answer: Pick<ChargeAnswer, 'transactionId'>,
): boolean => transactionId === null || transactionId === answer.transactionId;

const foreignPartsOf = (
  payment: RequestedPayment,
  { paymentId, status, answer }: StatedCharge,
): readonly Difference[] => {
  if (payment.appliedTransaction === answer.transactionId) return [];
  const isOwn = isOfItsTransaction(payment, answer);
  // The transaction or one of its bank transfers could not be reserved for this payment.
  const isAnothers = !isOwn || (isPaidStatus(status) && !answer.isClaimed);
  return [
    ...(answer.orderId === null || answer.orderId === paymentId ? [] : (['ORDER'] as const)),
    ...(isAnothers ? (['TRANSACTION'] as const) : []),
  ];
};

/** Returns how the price of the charge differs from the requested price. */
export const pricePartsOf = (
  { requested }: RequestedPayment,
  { amount, currency }: ChargeAnswer,
): readonly Difference[] => [
  ...(amount === null || amount === requested.amount ? [] : (['AMOUNT'] as const)),
  ...(currency === null || currency === requested.currency ? [] : (['CURRENCY'] as const)),
];

/** Whether the answer is about another payment's charge, and must not be used for this one. */
export const isForeign = (payment: RequestedPayment, said: StatedCharge): boolean =>
  foreignPartsOf(payment, said).length > 0;

/** Returns how an answer differs from the charge. Prices are compared until the approval. */
export const differencesOf = (
  payment: RequestedPayment,
  said: StatedCharge,
): readonly Difference[] => {
  const { status, answer } = said;
  const earlier = receiptOf(payment, answer.transactionId);
  if (earlier && isPaidStatus(earlier.status) && !isApplied(payment, answer.transactionId))
    return earlier.differs;
  const isUnchanged = isOfItsTransaction(payment, answer) && status === payment.status;
  if (isUnchanged && status !== 'PENDING') return [];
  const isPriced = status === 'PENDING' ? payment.status === 'PENDING' : isPaidStatus(status);
  return [
    ...(isPriced && payment.approved === null ? pricePartsOf(payment, answer) : []),
    ...foreignPartsOf(payment, said),
  ];
};

/** What an acquirer stated, what made us ask (`noticeId`), and when. */
type ProviderReport = StatedCharge & { readonly noticeId: string; readonly now: Timestamp };

/** Records a chargeback of money that staff have already returned. */
export const recordChargebackOfReturned = (
  payment: RequestedPayment,
  { status, noticeId, answer, now: at }: ProviderReport,
): readonly PaymentEvent[] => {
  const { returned: amount = ZERO } = receiptOf(payment, answer.transactionId) ?? {};
  if (amount === 0 || status !== 'CHARGEBACK') return [];
  const { currency, ...owner } = ownerOf(payment, answer.transactionId);
  const contested = { ...owner, amount, unapplied: ZERO, receipt: answer.transactionId };
  const data = { status, noticeId, currency, contested, at };
  const isRecorded = payment.contradictions.includes(contradictionOf(payment.status, data));
  return isRecorded ? [] : [{ type: 'PaymentNoticeRefused', data }];
};

type UnappliedRemainder = Pick<Mismatch, 'unapplied' | 'refunded'>;

const remainderOf = (money: StatedMoney, { used }: Pick<Mismatch, 'used'>): UnappliedRemainder => {
  const { received, refunded } = money;
  if (isAllGivenBack(money)) return { unapplied: ZERO, refunded: ZERO };
  return { unapplied: subtract(received, add(used, refunded)), refunded };
};

export const describeMismatch = (
  payment: RequestedPayment,
  { status, answer, now: at }: Omit<ProviderReport, 'noticeId'>,
  differs: readonly Difference[],
  { unapplied, refunded }: UnappliedRemainder,
): PaymentEvent => {
  const { amount: asked, currency: askedIn } = payment.requested;
  const { transactionId, amount, currency, transfers } = answer;
  const { unapplied: before } = receiptOf(payment, transactionId) ?? NOTHING_RECEIVED;
  const orderId = aggregateId.safeParse(answer.orderId).data ?? null;
  return {
    type: 'PaymentMismatchFound',
    data: {
      ...ownerOf(payment, transactionId),
      currency: askedIn,
      status,
      differs: [...differs],
      asked: { amount: asked, currency: askedIn, transactionId: payment.transactionId },
      said: {
        transactionId,
        amount: amount === 'OTHER' ? null : amount,
        currency,
        orderId,
        ...(transfers && { transfers: transfers.slice(0, MOST_TRANSFERS) }),
      },
      unapplied,
      change: subtract(unapplied, before),
      ...(refunded > 0 && { back: refunded }),
      at,
    },
  };
};

/**
 * Records a provider's answer that does not fit the payment. `[]` = the answer says nothing new, or names one transaction without money
 * too many (`MOST_TRANSACTIONS`).
 * @param differs how it does not fit: the result of `differencesOf`, not empty
 */
export const recordMismatch = (
  payment: RequestedPayment,
  said: ProviderReport,
  differs: readonly Difference[],
): readonly PaymentEvent[] => {
  const { status, answer } = said;
  const { transactionId } = answer;
  const earlier = receiptOf(payment, transactionId);
  const money = moneyOf(payment, said);
  const bringsMoney = isPaidStatus(status) && !isAllGivenBack(money) && answer.isClaimed;
  const isToRecord = earlier
    ? isNewStatement(money, earlier)
    : bringsMoney || Object.keys(payment.mismatches).length < MOST_TRANSACTIONS;
  if (!isToRecord) return [];
  const isBack = isAllGivenBack(money) || money.refunded > (earlier?.refunded ?? ZERO);
  const receipt = unfitReceiptOf(payment, transactionId);
  // Staff have decided about all of this money, so none is left to give back.
  if (isBack && receipt && isAllDecided(receipt) && receipt.received === money.received)
    return recordChargebackOfReturned(payment, said);
  const remainder = remainderOf(money, earlier ?? NOTHING_RECEIVED);
  const mismatch = describeMismatch(payment, said, differs, remainder);
  return [mismatch, ...recordChargebackOfReturned(payment, said)];
};

/** Records money that came in at a former acquirer or by a former charge. Staff decide about it. */
export const recordElsewhere = (
  payment: RequestedPayment,
  said: ProviderReport & Pick<ProviderStatus, 'provider' | 'merchantAccount'>,
): readonly PaymentEvent[] => {
  const { status, answer, provider, merchantAccount } = said;
  const earlier = receiptOf(payment, answer.transactionId);
  // Receipts are stored by transaction id, and two acquirers may use the same id.
  if (!isPaidStatus(status) || (earlier && earlier.there.provider !== provider)) return [];
  const paymentThere = { ...payment, provider, merchantAccount };
  const parts = [...pricePartsOf(paymentThere, answer), ...foreignPartsOf(paymentThere, said)];
  const differs = earlier?.differs ?? [...new Set([...parts, 'TRANSACTION' as const])];
  return recordMismatch(paymentThere, said, differs);
};

const isOfPaidSale = (payment: RequestedPayment, { status, answer }: StatedCharge): boolean => {
  const { transactionId } = answer;
  const paid = receiptOf(payment, transactionId);
  return (
    isPaidStatus(status) &&
    paid !== undefined &&
    isPaidStatus(paid.status) &&
    isApplied(payment, transactionId)
  );
};

/** Records money beyond the price. Must precede the record of refunds: the same answer may state that this money went back. */
export const recordSurplus = (
  payment: RequestedPayment,
  said: ProviderReport,
): readonly PaymentEvent[] => {
  if (!isOfPaidSale(payment, said)) return [];
  const money = moneyOf(payment, said);
  const { received, isOtherAmount } = money;
  // Money that was received and has gone back since changes nothing.
  if (isAllGivenBack(money) && !isPartRefunded(payment)) return [];
  const before = receiptOf(payment, said.answer.transactionId)?.received ?? ZERO;
  return received > before || isOtherAmount ? recordMismatch(payment, said, ['AMOUNT']) : [];
};

/** Records another stated amount for the sale's transaction, unless refunds explain it. */
export const recordOtherAmount = (
  payment: RequestedPayment,
  said: ProviderReport,
): readonly PaymentEvent[] =>
  said.status === 'APPROVED' && isOfPaidSale(payment, said)
    ? recordMismatch(payment, said, ['AMOUNT'])
    : [];
