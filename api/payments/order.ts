import type { ParsedInputOf } from '#/api/contract/contract.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { priceOrder, type CheckoutRecord, type OrderSelection } from '#/domain/payment/pricing.ts';

type Purchase = ParsedInputOf<'checkout.purchase'>;

/** Returns the selection that the price depends on. */
export const selectionOf = (purchase: Purchase): OrderSelection => {
  const { paymentMethod: method, orderBumpsIds, deliveryOptionId, deliveryFare } = purchase;
  return {
    method,
    orderBumpsIds,
    installments: purchase.creditCard?.installments ?? 1,
    ...(deliveryOptionId !== undefined && { deliveryOptionId }),
    ...(deliveryFare !== undefined && { deliveryFare }),
  };
};

const priceIfOffered = (checkoutRecord: CheckoutRecord, purchase: Purchase) => {
  try {
    return priceOrder(checkoutRecord, selectionOf(purchase));
  } catch (error) {
    if (error instanceof Refused) return undefined;
    throw error;
  }
};

/**
 * Returns what two purchases must share to be equal; undefined if the order would be refused. Document and phone may be placeholders, so
 * they are left out.
 */
export const twinOrder = (browser: string, checkoutRecord: CheckoutRecord, purchase: Purchase) => {
  const { offerId, paymentMethod, email, buysAgainAfter } = purchase;
  const { cep, street, number, complement, district, city, state } = purchase;
  const priced = priceIfOffered(checkoutRecord, purchase);
  return (
    priced && {
      browser,
      offerId,
      goods: priced.lines.map(({ id }) => id).toSorted(),
      amount: priced.amount,
      paymentMethod,
      email: email.toLowerCase(),
      address: [cep, street, number, complement, district, city, state],
      buysAgainAfter,
    }
  );
};
