import type { Checkout, InstallmentOption, OrderBump } from '#/api/contract/checkout.ts';
import { isCompletePostalCode } from './buyer/masks.ts';

/** The selection that decides an order's price. */
export interface OrderSelection {
  readonly orderBumpsIds: readonly string[];
  /** With or without the mask's hyphen. */
  readonly cep: string;
  readonly deliveryOptionId: string;
}

/** In cents of the checkout's coin. */
export interface OrderTotals {
  readonly bumps: readonly OrderBump[];
  readonly subtotal: number;
  /** Null if nothing is shipped, or the ZIP code is incomplete (checkout.54). */
  readonly shipping: number | null;
  /** The fare even while the ZIP code is incomplete; null if nothing is shipped. */
  readonly awaitedShipping: number | null;
  /** The cost of instalments. */
  readonly interest: number;
  readonly total: number;
}

/** Whether the product or a chosen bump is physical. */
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

/** In the order PIX, card, boleto; the first is preselected (checkout.57). */
export const enabledMethods = (checkout: Checkout) => {
  const methods = [
    { method: 'PIX', enabled: checkout.pixEnabled },
    { method: 'CREDIT_CARD', enabled: checkout.creditCardEnabled },
    { method: 'BILLET', enabled: checkout.billetEnabled },
  ] as const;
  return methods.filter(({ enabled }) => enabled).map(({ method }) => method);
};

/** The offer's fixed fare, else the chosen option's, else zero. */
const chosenFare = (checkout: Checkout, selection: OrderSelection): number | null => {
  if (!isShipped(checkout, selection)) return null;
  const option = checkout.deliveryOptions.find(({ id }) => id === selection.deliveryOptionId);
  return checkout.fretePrice ?? option?.fareAmount ?? 0;
};

/** The fare; null if nothing is shipped, or while the ZIP code is incomplete (checkout.54). */
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

/** Falls back to the option without instalments. */
export const chosenInstallment = (
  options: readonly InstallmentOption[],
  count: number,
): InstallmentOption | undefined =>
  options.find(({ installmentNumber }) => installmentNumber === count) ?? options[0];
