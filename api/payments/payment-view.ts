import { loadSellerNames } from '#/api/people/seller-names.ts';
import type { PaymentView } from '#/api/contract/checkout.ts';
import type { Core } from '#/api/composition/core.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { dueDayOf } from '#/domain/payment/due-day.ts';
import type { RequestedPayment } from '#/domain/payment/state.ts';
import { product } from '#/domain/product/product.ts';
import type { Position } from '#/ledger/event-store.ts';

/** Returns a payment without the buyer's personal data, because the payment's id is enough to see it. */
export const showPayment = async (
  core: Pick<Core, 'records' | 'vault'>,
  paymentId: string,
  payment: RequestedPayment,
  position: Position,
  sandboxPayUrl: (transactionId: string) => string,
): Promise<PaymentView> => {
  const { requested, approved, transactionId } = payment;
  const [names, sold] = await Promise.all([
    loadSellerNames(core, [requested.sellerId]),
    core.records.load(product, streamOf('product', requested.productId)),
  ]);
  const payable =
    payment.provider === 'sandbox' &&
    requested.method !== 'CREDIT_CARD' &&
    payment.status === 'PENDING';
  return {
    paymentId,
    offerId: requested.offerId,
    title: requested.title,
    sellerName: names.get(requested.sellerId) ?? null,
    lines: requested.lines.map(({ kind, title, amount }) => ({ kind, title, amount })),
    subscription: requested.subscription,
    typeProduct: requested.typeProduct,
    image: sold.state.status === 'ABSENT' ? null : sold.state.details.image,
    method: requested.method,
    status: payment.status,
    amount: requested.amount,
    refundedAmount: payment.reversedAmount,
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
