import type { PaymentView } from '#/api/contract/checkout.ts';
import { dueDayOf } from '#/domain/payment/due-day.ts';
import type { RequestedPayment } from '#/domain/payment/decider.ts';
import type { Position } from '#/ledger/event-store.ts';

/** What a payment's buyer may see; no personal data, because the unguessable id alone opens it. */
export const paymentView = (
  paymentId: string,
  payment: RequestedPayment,
  position: Position,
  sandboxPayUrl: (transactionId: string) => string,
): PaymentView => {
  const { requested, approved, transactionId } = payment;
  const payable =
    payment.provider === 'sandbox' &&
    requested.method !== 'CREDIT_CARD' &&
    payment.status === 'PENDING';
  return {
    paymentId,
    offerId: requested.offerId,
    title: requested.title,
    typeProduct: requested.typeProduct,
    method: requested.method,
    status: payment.status,
    amount: requested.amount,
    refundedAmount: payment.takenBack,
    currency: requested.currency,
    installments: requested.installments,
    pixCode: payment.pixCode,
    billetCode: payment.billetCode,
    billetUrl: payment.billetUrl,
    cardBrand: payment.cardBrand,
    cardLastDigits: payment.cardLastDigits,
    requestedAt: requested.at,
    approvedAt: approved?.at ?? null,
    expiresAt: payment.expiresAt,
    dueOn: dueDayOf(payment),
    cause: payment.cause,
    sandboxPayUrl: payable && transactionId !== null ? sandboxPayUrl(transactionId) : null,
    position,
  };
};
