import { add, negate, sum, ZERO, type Cents } from '#/domain/values/money.ts';
import type { PaymentStatus } from '#/domain/ports/charge.ts';
import type { Difference } from '#/domain/payment/events.ts';
import type { PaymentResolvedData } from '#/domain/payment/resolution-events.ts';
import type { PaymentEvent, RequestedPayment } from '#/domain/payment/state.ts';

/** An acquirer, and our account there. */
interface MerchantAccountOf {
  readonly provider: string;
  readonly merchantAccount?: string | undefined;
}

/**
 * What is known of the money of one transaction. It is recorded if an answer about the transaction did not fit the charge, or if staff
 * decided about its money. For the transaction of a sale whose answer fitted, `receiptOf` makes it.
 */
export interface Mismatch {
  /** Where the money came in, and where it is booked. */
  readonly there: MerchantAccountOf;
  readonly status: PaymentStatus;
  readonly differs: readonly Difference[];
  /**
   * The money that the transaction brought in, as the acquirer stated last. Zero if that is not known, or if it is another payment's.
   */
  readonly received: Cents;
  /** How much the books have as used for the sale, or as returned by staff. */
  readonly used: Cents;
  /** The part of `used` that staff have returned. */
  readonly returned: Cents;
  /** The part of `received` that the acquirer has given back on its own; zero once it has given back everything. */
  readonly refunded: Cents;
  /** The amount posted as unapplied until staff decide: negative when the acquirer says that less came in than was used. */
  readonly unapplied: Cents;
  /** The acquirer has said that the amount paid differs from that of the charge, but not what it is. */
  readonly isOther?: boolean;
  /** The bank transfers that paid the transaction, according to the answers that named some. */
  readonly transfers?: readonly string[];
}

export const NOTHING_RECEIVED = {
  used: ZERO,
  returned: ZERO,
  refunded: ZERO,
  unapplied: ZERO,
} as const;

/** Returns the record of a transaction with an answer that did not fit, or that staff decided about; undefined = there is none. */
export const unfitReceiptOf = (
  { mismatches }: RequestedPayment,
  transactionId: string,
): Mismatch | undefined =>
  Object.hasOwn(mismatches, transactionId) ? mismatches[transactionId] : undefined;

/**
 * Returns what is known of the money of a transaction: the record (`unfitReceiptOf`), or the price of the sale, if there is no record and
 * this is the transaction of an approved sale. Undefined = nothing is known.
 */
export const receiptOf = (
  payment: RequestedPayment,
  transactionId: string,
): Mismatch | undefined => {
  const { approved, transactionId: own } = payment;
  const recorded = unfitReceiptOf(payment, transactionId);
  if (recorded || !approved || own !== transactionId) return recorded;
  const { amount } = approved;
  const money = { ...NOTHING_RECEIVED, received: amount, used: amount };
  return { ...money, there: approved, status: 'APPROVED', differs: [] };
};

/**
 * Returns the acquirer, and the account there, in which money of a payment is booked. Money of a transaction stays where it was first
 * booked, so that what leaves later leaves the same account. Other money is booked where the payment is now. @param transactionId null =
 * that of the sale
 */
export const merchantAccountOfMoney = (
  payment: RequestedPayment,
  transactionId: string | null,
): MerchantAccountOf => {
  if (transactionId === null) return payment.approved ?? payment;
  return receiptOf(payment, transactionId)?.there ?? payment;
};

/** Whether the sale is paid by this transaction. */
export const isApplied = (
  { appliedTransaction, approved, transactionId: own }: RequestedPayment,
  transactionId: string,
): boolean => appliedTransaction === transactionId || (approved !== null && own === transactionId);

/** Returns what is known of the money of the transaction that pays the sale, or would pay it; undefined = nothing is known. */
export const receiptOfSale = (payment: RequestedPayment): Mismatch | undefined =>
  payment.transactionId === null ? undefined : receiptOf(payment, payment.transactionId);

/**
 * Returns how much of the sale's transaction went back without being a part of the sale: by the acquirer, or as staff returned it. We
 * expect this amount in the totals of refunds that the acquirer states; the sale's own refunds do not include it.
 */
export const givenBackBeforeSale = (payment: RequestedPayment): Cents => {
  const { refunded, returned } = receiptOfSale(payment) ?? NOTHING_RECEIVED;
  return add(refunded, returned);
};

const withReceipt = (
  payment: RequestedPayment,
  transactionId: string,
  receipt: Mismatch,
): RequestedPayment => ({
  ...payment,
  mismatches: { ...payment.mismatches, [transactionId]: receipt },
});

/** Applies the acquirer's answer about a transaction that does not fit. */
export const withMismatch = (
  payment: RequestedPayment,
  {
    said,
    status,
    differs,
    unapplied,
    change,
    back: refunded = ZERO,
    provider,
    merchantAccount,
  }: Extract<PaymentEvent, { type: 'PaymentMismatchFound' }>['data'],
): RequestedPayment => {
  const earlier: Partial<Mismatch> = receiptOf(payment, said.transactionId) ?? {};
  const { used = ZERO, returned = ZERO } = earlier;
  const received = sum([unapplied, used, refunded]);
  // Like a sale, a transaction remains paid while only a part of it was given back.
  const stage = refunded > 0 || unapplied > 0 ? 'APPROVED' : status;
  // The answer says that the amount differs, but not what it is, and changes no amount on record.
  const isUnstated = differs.includes('AMOUNT') && said.amount === null && change === 0;
  const isOther = earlier.isOther === true || isUnstated;
  const money = { received, used, returned, refunded, unapplied } as const;
  const named = new Set([...(earlier.transfers ?? []), ...(said.transfers ?? [])]);
  const transfers = named.size > 0 && { transfers: [...named] };
  const there = { provider, merchantAccount };
  const receipt = { there, status: stage, differs, ...money, isOther, ...transfers };
  return withReceipt(payment, said.transactionId, receipt);
};

/**
 * Applies what two members of staff found out about the money of a transaction: the money pays this payment, was returned, or never came
 * in.
 */
export const withReceiptResolved = (
  payment: RequestedPayment,
  { cause, resolution, transactionId, unapplied }: PaymentResolvedData,
): RequestedPayment => {
  const receipt = transactionId === null ? undefined : receiptOf(payment, transactionId);
  if (transactionId === null || !receipt) return payment;
  const used = resolution === 'DID_NOT_HAPPEN' ? ZERO : negate(unapplied);
  const next = withReceipt(payment, transactionId, {
    ...receipt,
    used: add(receipt.used, used),
    returned: add(receipt.returned, resolution === 'RETURNED' ? used : ZERO),
    unapplied: add(receipt.unapplied, unapplied),
  });
  const pays = resolution === 'HAPPENED' || resolution === 'BORNE_BY_PLATFORM';
  return pays && cause === 'UNAPPLIED_RECEIPT'
    ? { ...next, appliedTransaction: transactionId, transactionId }
    : next;
};

/**
 * After an approval, records that the whole price came in by the sale's transaction. Changes nothing unless the transaction has a record
 * from before the approval, for example because an answer about it did not fit. The acquirer may still state another amount later.
 */
export const withWholePaid = (payment: RequestedPayment): RequestedPayment => {
  const { approved, transactionId, appliedTransaction } = payment;
  if (!approved || transactionId === null || appliedTransaction !== null) return payment;
  const earlier = unfitReceiptOf(payment, transactionId);
  if (!earlier) return payment;
  // In older logs, a part was posted as unapplied before, and staff must still decide about that part.
  const used = add(earlier.used, approved.amount);
  const received = sum([used, earlier.unapplied, earlier.refunded]);
  return withReceipt(payment, transactionId, { ...earlier, status: 'APPROVED', received, used });
};
