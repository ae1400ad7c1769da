import { createContext, useContext } from 'react';
import type { Checkout } from '#/api/contract/checkout.ts';
import type { Prefill } from './buyer/prefill.ts';

export interface CheckoutPageData {
  readonly checkout: Checkout;
  /**
   * The page's query string without `?`. Only the buyer's data are removed; everything else stays as written, such as affiliate, language
   * and utm data (checkout.2, checkout.4).
   */
  readonly query: string;
  /** The buyer's data from the URL. */
  readonly prefilled: Prefill;
  /** The prefilled fields whose value in the URL was too long and was cut; only name and e-mail are checked. */
  readonly cut: readonly (keyof Prefill)[];
  /**
   * When the server rendered the page. What both server and browser render from the time, such as the day of the next charge, is computed
   * from this value, so that they agree.
   */
  readonly now: string;
}

export const CheckoutContext = createContext<CheckoutPageData | undefined>(undefined);

export const useCheckout = (): CheckoutPageData => {
  const data = useContext(CheckoutContext);
  if (!data) throw new Error('outside of a checkout');
  return data;
};
