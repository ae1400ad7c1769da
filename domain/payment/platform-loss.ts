import { add, cents, subtract, ZERO, type Cents } from '#/domain/values/money.ts';
import { receiptKey } from './investigation.ts';
import { isApplied } from './receipts/receipts.ts';
import type { PaymentResolvedData } from './resolution-events.ts';
import type { RequestedPayment } from './state.ts';

/** The platform's losses by a sale, as two members of staff decided. */
export interface Borne {
  /** The part of the price that never came in. */
  readonly missing: Cents;
  /** The part that the acquirer gave back or did not pay out, although the sale stays approved. */
  readonly lost: Cents;
}

export const NOTHING_BORNE: Borne = { missing: ZERO, lost: ZERO };

/** Applies a decision of staff to what the platform bears of the sale. */
export const withBorne = (
  payment: RequestedPayment,
  { cause, matter, transactionId, loss }: PaymentResolvedData,
): RequestedPayment => {
  const { borne, status } = payment;
  const missing = { ...payment, borne: { ...borne, missing: add(borne.missing, loss) } };
  if (cause === 'UNAPPLIED_RECEIPT') return missing;
  if (cause !== 'CONTRADICTED_OUTCOME') return payment;
  if (transactionId !== null) {
    const isReceipt = matter === receiptKey(transactionId);
    return isReceipt && isApplied(payment, transactionId) ? missing : payment;
  }
  if (status !== 'APPROVED') return payment;
  return { ...payment, borne: { ...borne, lost: add(borne.lost, loss) } };
};

/** What the platform bears of a sale: zero once all was taken back, because the seller has borne it. */
export const platformLossOf = ({ status, borne }: RequestedPayment): Cents =>
  status === 'APPROVED' ? add(borne.missing, borne.lost) : ZERO;

export const subtractPlatformLoss = (payment: RequestedPayment, amount: Cents): Cents =>
  cents(Math.max(0, subtract(amount, platformLossOf(payment))));
