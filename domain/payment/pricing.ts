import { Refused } from '#/domain/errors/refused.ts';
import { add, cents, sum, type Cents } from '#/domain/values/money.ts';
import type { OfferDetails } from '#/domain/offer/offer.ts';
import type { PlatformDetails } from '#/domain/platform/platform.ts';
import type { PaymentMethod } from '#/domain/ports/charge.ts';
import type { ProductDetails } from '#/domain/product/product.ts';
import type { SellerDetails } from '#/domain/seller/seller.ts';
import type { PaymentLine } from './events.ts';
import { installmentOptions, type InstallmentOption } from './installments.ts';

/** Everything a price depends on, as it is now. */
export interface CheckoutRecord {
  readonly offerId: string;
  readonly offer: OfferDetails;
  readonly product: ProductDetails;
  readonly seller: SellerDetails;
  /** With the terms that hold for the seller. */
  readonly platform: PlatformDetails;
  /** Bumps that may be added, by id, in the product's order. */
  readonly bumps: ReadonlyMap<string, Bump>;
}

/** An offer that is sold with another one; it has a product of its own. */
export interface Bump {
  readonly offer: OfferDetails;
  readonly product: ProductDetails;
  /** Shown struck through next to the real price. */
  readonly fakePrice: Cents;
}

export interface OrderSelection {
  readonly method: PaymentMethod;
  readonly installments: number;
  readonly orderBumpsIds: readonly string[];
  readonly deliveryOptionId?: string;
  /** The fare that the buyer was shown, in cents. Absent = not compared. */
  readonly deliveryFare?: number;
}

export interface PricedOrder {
  readonly lines: readonly PaymentLine[];
  readonly amount: Cents;
  readonly installments: number;
}

/** Whether both the offer and the seller enable the method (checkout.58, checkout.59). */
export const isMethodEnabled = (
  method: PaymentMethod,
  offer: OfferDetails,
  seller: SellerDetails,
): boolean => {
  switch (method) {
    case 'PIX':
      return offer.pixEnabled && seller.pixEnabled;
    case 'CREDIT_CARD':
      return offer.creditCardEnabled && seller.creditCardEnabled;
    case 'BILLET':
      return offer.billetEnabled && seller.billetEnabled;
  }
};

/** A bump in another currency cannot be added to the offer's price. */
const isSameCoin = ({ offer }: CheckoutRecord, bump: Bump): boolean =>
  bump.offer.coin === offer.coin;

export const bumpsOf = (record: CheckoutRecord): readonly (readonly [string, Bump])[] =>
  [...record.bumps].filter(([, bump]) => isSameCoin(record, bump));

const findBump = (record: CheckoutRecord, id: string): Bump => {
  const bump = record.bumps.get(id);
  if (!bump) throw new Refused('offer/unknown-bump');
  if (!isSameCoin(record, bump)) {
    throw new Refused('offer/currency-not-supported', { currency: bump.offer.coin });
  }
  return bump;
};

/** @throws Refused `offer/unknown-bump`, `offer/currency-not-supported` */
export const isShipped = (record: CheckoutRecord, orderBumpsIds: readonly string[]): boolean =>
  [record.product, ...orderBumpsIds.map((id) => findBump(record, id).product)].some(
    ({ typeProduct }) => typeProduct === 'FISICO',
  );

const priceShipping = (
  record: CheckoutRecord,
  selection: OrderSelection,
): readonly PaymentLine[] => {
  const { offer } = record;
  if (!isShipped(record, selection.orderBumpsIds)) return [];
  const option = offer.deliveryOptions.find(({ id }) => id === selection.deliveryOptionId);
  if (offer.deliveryOptions.length > 0 && !option) {
    throw new Refused('offer/unknown-delivery-option');
  }
  const fare = offer.fretePrice ?? option?.fareAmount ?? cents(0);
  if (selection.deliveryFare !== undefined && selection.deliveryFare !== fare) {
    throw new Refused('offer/unknown-delivery-option', { fare });
  }
  const title = option?.description ?? 'Frete';
  return [{ kind: 'SHIPPING', id: option?.id ?? 'frete', title, amount: fare }];
};

/** Balances are in reais, so a price in another currency cannot be booked. */
export const isInReais = ({ coin }: OfferDetails): boolean => coin === 'BRL';

const requireReais = (offer: OfferDetails): void => {
  const { coin } = offer;
  if (!isInReais(offer)) throw new Refused('offer/currency-not-supported', { currency: coin });
};

const priceBumps = (record: CheckoutRecord, ids: readonly string[]): PaymentLine[] =>
  [...new Set(ids)].map((id) => {
    const { offer, product } = findBump(record, id);
    const { title, price: amount } = offer;
    return { kind: 'BUMP', id, title, amount, typeProduct: product.typeProduct };
  });

/**
 * Returns the price before instalment interest.
 * @throws Refused as `isShipped`
 */
export const priceOfGoods = (
  record: CheckoutRecord,
  orderBumpsIds: readonly string[],
  fareAmount: Cents,
): Cents =>
  add(
    record.offer.price,
    fareAmount,
    ...priceBumps(record, orderBumpsIds).map(({ amount }) => amount),
  );

/** A subscription can only be paid at once (checkout.65). */
export const optionsOf = (record: CheckoutRecord, price: Cents): readonly InstallmentOption[] => {
  const options = installmentOptions(price, record.platform.installments);
  return record.offer.type === 'SUBSCRIPTION' ? options.slice(0, 1) : options;
};

/**
 * Prices what a buyer selected.
 * @throws Refused `offer/…` when the selection is not on offer, not at the fare shown, or not in reais; `installments/not-offered`
 */
export const priceOrder = (record: CheckoutRecord, selection: OrderSelection): PricedOrder => {
  const { offer, offerId, seller } = record;
  requireReais(offer);
  if (!isMethodEnabled(selection.method, offer, seller)) {
    throw new Refused('offer/method-not-enabled', { method: selection.method });
  }
  const goods: readonly PaymentLine[] = [
    { kind: 'OFFER', id: offerId, title: offer.title, amount: offer.price },
    ...priceBumps(record, selection.orderBumpsIds),
    ...priceShipping(record, selection),
  ];
  const price = sum(goods.map(({ amount }) => amount));
  if (selection.method !== 'CREDIT_CARD') return { lines: goods, amount: price, installments: 1 };
  const option = optionsOf(record, price).find(
    ({ installmentNumber }) => installmentNumber === selection.installments,
  );
  if (!option) throw new Refused('installments/not-offered');
  const { installmentNumber: installments, interest, total: amount } = option;
  if (interest === 0) return { lines: goods, amount, installments };
  const title = `Juros em ${installments}x`;
  const interestLine: PaymentLine = { kind: 'INTEREST', id: 'interest', title, amount: interest };
  return { lines: [...goods, interestLine], amount, installments };
};
