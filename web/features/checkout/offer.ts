import type { Checkout, InstallmentOption, OrderBump } from '#/api/contract/checkout.ts';
import { isCompletePostalCode } from './buyer/masks.ts';

/** What the buyer selected that decides the price of an order. */
export interface OrderSelection {
  readonly orderBumpsIds: readonly string[];
  /** The ZIP code, with or without the hyphen of the mask. */
  readonly cep: string;
  readonly deliveryOptionId: string;
}

/** All amounts are in cents of the checkout's coin. */
export interface OrderTotals {
  readonly bumps: readonly OrderBump[];
  readonly subtotal: number;
  /** Null while no shipping applies: nothing is shipped, or the ZIP code is not complete (checkout.54). */
  readonly shipping: number | null;
  /** The fare, also while the ZIP code is incomplete and `shipping` is null, so that it surprises no buyer; null if nothing is shipped. */
  readonly awaitedShipping: number | null;
  /** The extra cost of paying in instalments. */
  readonly interest: number;
  readonly total: number;
}

/** Whether the order needs an address: the product itself, or a chosen bump, is physical. */
export const isShipped = (
  { product }: Checkout,
  { orderBumpsIds }: Pick<OrderSelection, 'orderBumpsIds'>,
): boolean => {
  const added = product.ordersBumps.filter(({ id }) => orderBumpsIds.includes(id));
  return [product, ...added.map(({ offer }) => offer.product)].some(
    ({ typeProduct }) => typeProduct === 'FISICO',
  );
};

/** The pre-selected option, else the first (checkout.53). */
export const preselectedDelivery = ({ deliveryOptions }: Checkout): string =>
  (deliveryOptions.find(({ preSelected }) => preSelected) ?? deliveryOptions[0])?.id ?? '';

/** The enabled methods in the order PIX, card, boleto; the first is preselected (checkout.57). */
export const enabledMethods = (checkout: Checkout) => {
  const methods = [
    { method: 'PIX', enabled: checkout.pixEnabled },
    { method: 'CREDIT_CARD', enabled: checkout.creditCardEnabled },
    { method: 'BILLET', enabled: checkout.billetEnabled },
  ] as const;
  return methods.filter(({ enabled }) => enabled).map(({ method }) => method);
};

/** The offer's fixed fare if set, else the chosen option's, else zero. */
const chosenFare = (checkout: Checkout, selection: OrderSelection): number | null => {
  if (!isShipped(checkout, selection)) return null;
  const option = checkout.deliveryOptions.find(({ id }) => id === selection.deliveryOptionId);
  return checkout.fretePrice ?? option?.fareAmount ?? 0;
};

/** The fare applies only once the ZIP code is complete (checkout.54). */
export const shippingFare = (checkout: Checkout, selection: OrderSelection): number | null =>
  isCompletePostalCode(selection.cep) ? chosenFare(checkout, selection) : null;

export const orderTotals = (
  checkout: Checkout,
  selection: OrderSelection,
  installment?: InstallmentOption,
): OrderTotals => {
  const bumps = checkout.product.ordersBumps.filter(({ id }) =>
    selection.orderBumpsIds.includes(id),
  );
  const subtotal = bumps.reduce((sofar, { offer }) => sofar + offer.price, checkout.price);
  const shipping = shippingFare(checkout, selection);
  const price = subtotal + (shipping ?? 0);
  const total = installment?.total ?? price;
  const awaitedShipping = chosenFare(checkout, selection);
  return { bumps, subtotal, shipping, awaitedShipping, interest: total - price, total };
};

/** Returns the option with that count if it is offered, else the one without instalments. */
export const chosenInstallment = (
  options: readonly InstallmentOption[],
  count: number,
): InstallmentOption | undefined =>
  options.find(({ installmentNumber }) => installmentNumber === count) ?? options[0];
