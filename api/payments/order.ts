import type { ParsedInputOf } from '#/api/contract/contract.ts';
import { Refused } from '#/domain/errors.ts';
import { priceOrder, type Catalogue, type Choice } from '#/domain/payment/pricing.ts';

type Purchase = ParsedInputOf<'checkout.purchase'>;

/** What its price depends on. */
export const choiceOf = (purchase: Purchase): Choice => {
  const { paymentMethod: method, orderBumpsIds, deliveryOptionId, deliveryFare } = purchase;
  return {
    method,
    orderBumpsIds,
    installments: purchase.creditCard?.installments ?? 1,
    ...(deliveryOptionId !== undefined && { deliveryOptionId }),
    ...(deliveryFare !== undefined && { deliveryFare }),
  };
};

const priceIfOffered = (catalogue: Catalogue, purchase: Purchase) => {
  try {
    return priceOrder(catalogue, choiceOf(purchase));
  } catch (error) {
    if (error instanceof Refused) return undefined;
    throw error;
  }
};

/**
 * What makes two purchases of one browser the same (`twin-purchases.ts`): goods, amount, method, e-mail and where they go.
 * Never document or phone: those may be invented. Undefined when the choice is not on offer (any more): what is on record
 * is answered all the same.
 */
export const twinOrder = (browser: string, catalogue: Catalogue, purchase: Purchase) => {
  const { offerId, paymentMethod, email, buysAgainAfter } = purchase;
  const { cep, street, number, complement, district, city, state } = purchase;
  const priced = priceIfOffered(catalogue, purchase);
  return (
    priced && {
      browser,
      offerId,
      // In whatever order they were chosen.
      goods: priced.lines.map(({ id }) => id).toSorted(),
      amount: priced.amount,
      paymentMethod,
      email: email.toLowerCase(),
      address: [cep, street, number, complement, district, city, state],
      buysAgainAfter,
    }
  );
};
