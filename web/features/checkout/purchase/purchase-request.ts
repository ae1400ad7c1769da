import type { Checkout, PurchaseInput } from '#/api/contract/checkout.ts';
import { isStateCode } from '#/domain/brazil/states.ts';
import type { Language } from '#/web/lib/i18n.ts';
import { needsDocumentAndPhone } from '#/web/features/checkout/buyer/buyer-form.ts';
import type { BuyerForm } from '#/web/features/checkout/buyer/buyer-form.ts';
import { digitsOf } from '#/web/features/checkout/buyer/masks.ts';
import { isShipped, shippingFare } from '#/web/features/checkout/offer.ts';

export interface PurchaseContext {
  readonly checkout: Checkout;
  readonly language: Language;
  /** The number of instalments of the price on the button; used for cards only. */
  readonly installments: number;
  /** The URL's query, without `?`. */
  readonly query: string;
  readonly referrer: string;
}

/** The English page asks for no CPF and phone: placeholders are sent instead (checkout.42). */
const identity = (form: BuyerForm, { checkout, language }: PurchaseContext) => {
  if (!checkout.requiredDocumentAndPhone) return {};
  return needsDocumentAndPhone(checkout, language)
    ? { cpf: digitsOf(form.cpf), phone: digitsOf(form.phone) }
    : checkout.standIns;
};

const delivery = (form: BuyerForm, { checkout }: PurchaseContext) => {
  if (!isShipped(checkout, form)) return {};
  const fare = shippingFare(checkout, form);
  return {
    cep: digitsOf(form.cep),
    street: form.street.trim(),
    number: form.number.trim(),
    district: form.district.trim(),
    city: form.city.trim(),
    ...(form.complement.trim() !== '' && { complement: form.complement.trim() }),
    ...(isStateCode(form.state) && { state: form.state }),
    ...(form.deliveryOptionId !== '' && { deliveryOptionId: form.deliveryOptionId }),
    ...(fare !== null && { deliveryFare: fare }),
  };
};

/** Sorted as on the product, so that equal goods make an equal order. */
const chosenBumps = ({ orderBumpsIds }: BuyerForm, { product }: Checkout): string[] =>
  product.ordersBumps.map(({ id }) => id).filter((id) => orderBumpsIds.includes(id));

const LONGEST_REFERRER = 2_000;

/** Shortens a long referrer to its origin, as browsers do. */
const shorten = (referrer: string): string =>
  referrer.length > LONGEST_REFERRER ? new URL(referrer).origin : referrer;

/** The input of `checkout.purchase`, without the card's token and `buysAgainAfter` (checkout.80). */
export const purchaseRequest = (form: BuyerForm, context: PurchaseContext): PurchaseInput => {
  const { checkout, installments, query, referrer } = context;
  const affiliateId = new URLSearchParams(query).get('affiliateId') ?? '';
  return {
    offerId: checkout.id,
    email: form.email.trim(),
    name: form.name.trim(),
    paymentMethod: form.paymentMethod,
    ...identity(form, context),
    ...delivery(form, context),
    orderBumpsIds: chosenBumps(form, checkout),
    ...(form.paymentMethod === 'CREDIT_CARD' && {
      creditCard: { installments },
    }),
    ...(query !== '' && { utmQuery: query }),
    ...(referrer !== '' && { referer: shorten(referrer) }),
    ...(affiliateId !== '' && { affiliateId }),
  };
};
