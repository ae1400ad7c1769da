import { createContext, useContext } from 'react';
import type { Checkout } from '#/api/contract/checkout.ts';
import type { Prefill } from './prefill.ts';

export interface CheckoutPageData {
  readonly checkout: Checkout;
  /**
   * The page's query string without `?` and without the buyer's data: affiliate, language, all of it utm data (checkout.2,
   * checkout.4).
   */
  readonly query: string;
  /** The buyer's data that the address carried. */
  readonly prefilled: Prefill;
  /** What of it did not fit into its field. */
  readonly cut: readonly (keyof Prefill)[];
  /** When the server rendered the page; what both sides call today. */
  readonly now: string;
}

export const CheckoutContext = createContext<CheckoutPageData | undefined>(undefined);

export const useCheckout = (): CheckoutPageData => {
  const data = useContext(CheckoutContext);
  if (!data) throw new Error('outside of a checkout');
  return data;
};
