import { screenOf } from './screen.ts';
import type { ShownPayment } from './screen.ts';
import type { PaymentStatusTexts } from './texts.ts';

const stateOf = (payment: ShownPayment, texts: PaymentStatusTexts, now: number): string => {
  const screen = screenOf(payment, now);
  switch (screen) {
    case 'pix':
    case 'pix-preparing':
    case 'boleto':
    case 'boleto-preparing':
      return texts.waiting;
    case 'pix-expired':
      return texts.expiredTitle;
    case 'boleto-expired':
      return texts.boletoExpiredTitle;
    case 'card-pending':
      return texts.cardTitle;
    default:
      return texts[`${screen}Title`];
  }
};

export const documentTitle = (
  payment: ShownPayment & { readonly title: string },
  texts: PaymentStatusTexts,
  now: number,
): string => `${stateOf(payment, texts, now)} · ${payment.title}`;
