import type { Timestamp } from '#/domain/values/time.ts';
import type { PaymentApprovedData } from './events.ts';
import { breakdownOf, receivablesOf } from './receivables.ts';
import { ownerOfSale, type RequestedPayment } from './state.ts';

/** @param transactionId the acquirer's transaction that pays the sale; null = the record names none */
export const approvalOf = (
  payment: RequestedPayment,
  {
    transactionId,
    endToEndId,
    now: at,
  }: {
    readonly transactionId: string | null;
    readonly endToEndId: string | null;
    readonly now: Timestamp;
  },
): PaymentApprovedData => {
  const parts = breakdownOf(payment.requested);
  const receivables = receivablesOf(parts.net, payment.requested, at);
  const { amount } = payment.requested;
  const data = { ...ownerOfSale(payment, transactionId), amount, parts, endToEndId, at };
  return { ...data, receivables: [...receivables] };
};
