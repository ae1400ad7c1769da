import { createContext, useContext } from 'react';
import type { Checkout } from '#/api/contract/checkout.ts';
import type { Prefill } from './buyer/prefill.ts';

export interface CheckoutPageData {
  readonly checkout: Checkout;
  /** The URL's query, without `?` and the buyer's data; the rest stays as written (checkout.2, checkout.4). */
  readonly query: string;
  /** The buyer's data from the URL. */
  readonly prefilled: Prefill;
  /** Prefilled fields whose value was cut. */
  readonly cut: readonly (keyof Prefill)[];
  /** The instant at which the server rendered the page; the browser computes with it too, so that both agree. */
  readonly now: string;
}

export const CheckoutContext = createContext<CheckoutPageData | undefined>(undefined);

export const useCheckout = (): CheckoutPageData => {
  const data = useContext(CheckoutContext);
  if (!data) throw new Error('outside of a checkout');
  return data;
};
