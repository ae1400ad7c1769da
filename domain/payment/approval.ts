import type { Timestamp } from '#/domain/values/time.ts';
import type { PaymentApprovedData } from './events.ts';
import { breakdownOf, receivablesOf } from './receivables.ts';
import { ownerOfSale, type RequestedPayment } from './state.ts';

/** Returns the approval of a payment for the amount that was requested. */
export const approvalOf = (
  payment: RequestedPayment,
  { endToEndId, now: at }: { readonly endToEndId: string | null; readonly now: Timestamp },
): PaymentApprovedData => {
  const parts = breakdownOf(payment.requested);
  const receivables = receivablesOf(parts.net, payment.requested, at);
  const { amount } = payment.requested;
  const data = { ...ownerOfSale(payment), amount, parts, endToEndId, at };
  return { ...data, receivables: [...receivables] };
};
