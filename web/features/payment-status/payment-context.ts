import { createContext, useContext } from 'react';
import type { PaymentView } from '#/api/contract/checkout.ts';
import { formatMoney } from '#/web/lib/format.ts';
import { useLanguage } from '#/web/lib/i18n.ts';

export interface PaymentPageData {
  readonly payment: PaymentView;
  /** The URL's query, without `?`. */
  readonly query: string;
  /** The instant at which the server rendered the page. */
  readonly now: string;
}

export const PaymentContext = createContext<PaymentPageData | undefined>(undefined);

/** The current payment, and the URL to buy again. */
export const usePaymentPage = () => {
  const page = useContext(PaymentContext);
  const language = useLanguage();
  if (!page) throw new Error('outside of a payment page');
  const { payment, query } = page;
  return {
    payment,
    language,
    money: (amount: number) => formatMoney(amount, payment.currency, language),
    checkoutUrl: `/checkout/${payment.offerId}${query && `?${query}`}`,
  };
};
