import { randomUUID } from 'node:crypto';
import type { InputOf } from '#/api/contract/contract.ts';

/** The input of a purchase of the demo's e-book by PIX, each time with a new e-mail. */
export const newBuyer = (): InputOf<'checkout.purchase'> => ({
  name: 'Maria da Silva',
  email: `maria.${randomUUID()}@example.com`,
  phone: '11987654321',
  cpf: '52998224725',
  offerId: 'demo-ebook',
  paymentMethod: 'PIX',
});
