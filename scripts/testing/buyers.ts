import { randomUUID } from 'node:crypto';
import type { InputOf } from '#/api/contract/contract.ts';

/** Buys the demo's e-book by PIX. */
export const newBuyer = (): InputOf<'checkout.purchase'> => ({
  name: 'Maria da Silva',
  email: `maria.${randomUUID()}@example.com`,
  phone: '11987654321',
  cpf: '52998224725',
  offerId: 'demo-ebook',
  paymentMethod: 'PIX',
});
