import { add, negate, sum, ZERO, type Cents } from '#/domain/money.ts';
import type { PaymentStatus } from '#/domain/ports/charge.ts';
import type { Difference } from './events.ts';
import type { PaymentResolvedData } from './resolution-events.ts';
import type { PaymentEvent, RequestedPayment } from './state.ts';

/** A transaction that did not fit the charge that was asked for, or that people found to pay the whole sale. */
export interface Mismatch {
  readonly status: PaymentStatus;
  readonly differs: readonly Difference[];
  /** What came in by it, as the acquirer said last; zero when that is not known, or is another payment's. */
  readonly received: Cents;
  /** What of it pays the sale, or was returned, as people found. */
  readonly used: Cents;
  /** The part of `used` that people have returned. */
  readonly returned: Cents;
  /** The part of `received` that the acquirer has given back on its own; once all has gone back, this is not counted. */
  readonly back: Cents;
  /** What is posted as unapplied until people decide: negative when the acquirer says that less came in than was used. */
  readonly unapplied: Cents;
}

export const NOTHING_RECEIVED = {
  used: ZERO,
  returned: ZERO,
  back: ZERO,
  unapplied: ZERO,
} as const;

/** Returns what is on record of a transaction; undefined = its answers fitted so far. */
export const receiptOf = (
  { mismatches }: RequestedPayment,
  transactionId: string,
): Mismatch | undefined =>
  Object.hasOwn(mismatches, transactionId) ? mismatches[transactionId] : undefined;

/** Whether the sale is paid by this transaction. */
export const isApplied = (
  { appliedTransaction, approved, transactionId: own }: RequestedPayment,
  transactionId: string,
): boolean => appliedTransaction === transactionId || (approved !== null && own === transactionId);

/**
 * Returns what the acquirer had given back of the sale's transaction when people found that the rest pays the sale. Totals that the
 * acquirer states contain it, and the sale's refunds do not.
 */
export const backBeforeSale = (payment: RequestedPayment): Cents => {
  const { transactionId } = payment;
  return transactionId === null ? ZERO : (receiptOf(payment, transactionId)?.back ?? ZERO);
};

const withReceipt = (
  payment: RequestedPayment,
  transactionId: string,
  receipt: Mismatch,
): RequestedPayment => ({
  ...payment,
  mismatches: { ...payment.mismatches, [transactionId]: receipt },
});

/** Applies what the acquirer says of a transaction that does not fit. */
export const withMismatch = (
  payment: RequestedPayment,
  {
    said,
    status,
    differs,
    unapplied,
    back = ZERO,
  }: Extract<PaymentEvent, { type: 'PaymentMismatchFound' }>['data'],
): RequestedPayment => {
  const { used, returned } = receiptOf(payment, said.transactionId) ?? NOTHING_RECEIVED;
  const received = sum([unapplied, used, back]);
  // Like a sale, it is still paid while only a part of it went back.
  const stage = back > 0 ? 'APPROVED' : status;
  const receipt = { status: stage, differs, received, used, returned, back, unapplied } as const;
  return withReceipt(payment, said.transactionId, receipt);
};

/** Applies what two people found out about the money of a transaction: it pays this payment, was returned, or never came in. */
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
 * Notes that the whole price came in by the sale's transaction, where people found that: the acquirer may still say another
 * amount.
 */
export const withWholePaid = (payment: RequestedPayment): RequestedPayment => {
  const { approved, transactionId, appliedTransaction, investigation } = payment;
  const isByPeople = investigation.outcome === 'HAPPENED' && appliedTransaction === null;
  if (!approved || transactionId === null || !isByPeople) return payment;
  const earlier = receiptOf(payment, transactionId);
  // In older logs, part of it was posted before, and waits still.
  const { used: before, returned, back, unapplied } = earlier ?? NOTHING_RECEIVED;
  const used = add(before, approved.amount);
  const received = sum([used, unapplied, back]);
  const whole = { status: 'APPROVED', differs: ['AMOUNT'], received, used } as const;
  return withReceipt(payment, transactionId, { ...whole, returned, back, unapplied });
};
