import { createContext, useContext } from 'react';
import type { Checkout } from '#/api/contract/checkout.ts';

export interface CheckoutPageData {
  readonly checkout: Checkout;
  /** The page's query string without `?`: prefill, affiliate, language, and all of it as utm data (spec 1 §2.2). */
  readonly query: string;
  /** When the server rendered the page; what both sides call today. */
  readonly now: string;
}

export const CheckoutContext = createContext<CheckoutPageData | undefined>(undefined);

export const useCheckout = (): CheckoutPageData => {
  const data = useContext(CheckoutContext);
  if (!data) throw new Error('outside of a checkout');
  return data;
};
