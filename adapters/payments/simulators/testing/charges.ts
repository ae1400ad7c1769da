import { cents } from '#/domain/values/money.ts';
import { boletoCharge, cardCharge, pixCharge } from '#/adapters/payments/evidence/samples.ts';

/** Charges of R$ 123,45 with two lines, by payment method. */
export const amount = cents(12_345);
const items = pixCharge.items.flatMap((item) => [
  { ...item, unitPrice: cents(2_345) },
  { ...item, id: 'offer-2', unitPrice: cents(5_000), quantity: 2 },
]);
export const charges = {
  PIX: { ...pixCharge, amount, items },
  BILLET: { ...boletoCharge, amount, items },
  CREDIT_CARD: { ...cardCharge, amount, items },
} as const;
