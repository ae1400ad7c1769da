import { isOtherAccount } from '#/domain/acquiring/call-attempt.ts';
import { add, negate, sum, ZERO, type Cents } from '#/domain/values/money.ts';
import type { PaymentStatus } from '#/domain/ports/charge.ts';
import type { Difference } from '#/domain/payment/events.ts';
import type { PaymentResolvedData } from '#/domain/payment/resolution-events.ts';
import { withAcquirer, withCharge } from '#/domain/payment/reroute.ts';
import type { PaymentEvent, RequestedPayment } from '#/domain/payment/state.ts';

/** An acquirer, and our account there. */
interface MerchantAccountOf {
  readonly provider: string;
  readonly merchantAccount?: string | undefined;
}

/** The money of a transaction. The record has it if an answer did not fit or staff decided; `receiptOf` also makes that of a sale. */
export interface Mismatch {
  /** Where the money came in, and where it is booked. */
  readonly there: MerchantAccountOf;
  readonly status: PaymentStatus;
  readonly differs: readonly Difference[];
  /** As the acquirer stated last; zero if unknown, or another payment's. */
  readonly received: Cents;
  /** How much was, by the books, used for the sale or returned by staff. */
  readonly used: Cents;
  /** The part of `used` that staff have returned. */
  readonly returned: Cents;
  /** Given back by the acquirer on its own; zero once it gave back everything. */
  readonly refunded: Cents;
  /** The amount posted as unapplied until staff decide; negative when less came in than was used. */
  readonly unapplied: Cents;
  /** The acquirer said that the amount paid differs, but not what it is. */
  readonly isOtherAmount?: boolean;
  /** The bank transfers that paid the transaction, where answers named some. */
  readonly transfers?: readonly string[];
}

export const NOTHING_RECEIVED = {
  used: ZERO,
  returned: ZERO,
  refunded: ZERO,
  unapplied: ZERO,
} as const;

/** Undefined = the transaction fitted, or is not on record. */
export const unfitReceiptOf = (
  { mismatches }: Pick<RequestedPayment, 'mismatches'>,
  transactionId: string,
): Mismatch | undefined =>
  Object.hasOwn(mismatches, transactionId) ? mismatches[transactionId] : undefined;

/** Whether staff have decided about all of a transaction's money. */
export const isAllDecided = ({ unapplied, received }: Mismatch): boolean =>
  unapplied === 0 && received > 0;

/** The record of a transaction's money; without one, the price if the transaction paid the sale. Undefined = neither. */
export const receiptOf = (
  payment: RequestedPayment,
  transactionId: string,
): Mismatch | undefined => {
  const { approved, transactionId: ownTransaction } = payment;
  const receipt = unfitReceiptOf(payment, transactionId);
  if (receipt || !approved || ownTransaction !== transactionId) return receipt;
  const { amount } = approved;
  const money = { ...NOTHING_RECEIVED, received: amount, used: amount };
  return { ...money, there: approved, status: 'APPROVED', differs: [] };
};

/**
 * Returns the acquirer, and our account there, into which a payment's money came. Its refunds are booked there too.
 * @param transactionId the transaction that brought the money; null = that of the sale
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
  { appliedTransaction, approved, transactionId: ownTransaction }: RequestedPayment,
  transactionId: string,
): boolean =>
  appliedTransaction === transactionId || (approved !== null && ownTransaction === transactionId);

/** `receiptOf` for the transaction that pays the sale; undefined = none is on record. */
export const receiptOfSale = (payment: RequestedPayment): Mismatch | undefined =>
  payment.transactionId === null ? undefined : receiptOf(payment, payment.transactionId);

/** How much of the sale's transaction went back without being part of the sale. */
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

/** Records the money of a transaction whose answer did not fit. */
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
  const isUnstated = differs.includes('AMOUNT') && said.amount === null && change === 0;
  const isOtherAmount = earlier.isOtherAmount === true || isUnstated;
  const money = { received, used, returned, refunded, unapplied } as const;
  const transferIds = new Set([...(earlier.transfers ?? []), ...(said.transfers ?? [])]);
  const transfers = transferIds.size > 0 && { transfers: [...transferIds] };
  const there = { provider, merchantAccount };
  const receipt = { there, status: stage, differs, ...money, isOtherAmount, ...transfers };
  return withReceipt(payment, said.transactionId, receipt);
};

/** Whether staff decided that the transaction pays the sale. */
export const makesItPay = ({
  cause,
  resolution,
}: Pick<PaymentResolvedData, 'cause' | 'resolution'>): boolean =>
  cause === 'UNAPPLIED_RECEIPT' &&
  (resolution === 'HAPPENED' || resolution === 'BORNE_BY_PLATFORM');

/** Applies what staff decided about a transaction's money: it pays this payment, was returned, or did not come in. */
export const withReceiptResolved = (
  payment: RequestedPayment,
  resolved: PaymentResolvedData,
): RequestedPayment => {
  const { resolution, transactionId, unapplied } = resolved;
  const receipt = transactionId === null ? undefined : receiptOf(payment, transactionId);
  if (transactionId === null || !receipt) return payment;
  const used = resolution === 'DID_NOT_HAPPEN' ? ZERO : negate(unapplied);
  const next = withReceipt(payment, transactionId, {
    ...receipt,
    used: add(receipt.used, used),
    returned: add(receipt.returned, resolution === 'RETURNED' ? used : ZERO),
    unapplied: add(receipt.unapplied, unapplied),
  });
  if (!makesItPay(resolved)) return next;
  const { there } = receipt;
  // Refunds and look-ups of the sale go to the acquirer and account that have its money.
  const isThere = there.provider === next.provider && !isOtherAccount(there, next);
  const moved = isThere ? next : withAcquirer(next, there);
  return { ...withCharge(moved, transactionId), appliedTransaction: transactionId };
};

/** After an approval: records on the receipt of the sale's transaction, if there is one, that the whole price came in by it. */
export const withWholePaid = (payment: RequestedPayment): RequestedPayment => {
  const { approved, transactionId, appliedTransaction } = payment;
  if (!approved || transactionId === null || appliedTransaction !== null) return payment;
  const earlier = unfitReceiptOf(payment, transactionId);
  if (!earlier) return payment;
  // In older logs, staff must still decide about a part that was posted as unapplied.
  const used = add(earlier.used, approved.amount);
  const received = sum([used, earlier.unapplied, earlier.refunded]);
  return withReceipt(payment, transactionId, { ...earlier, status: 'APPROVED', received, used });
};
