import { z } from 'zod';
import type { CardData, CardIdRequest } from '#/domain/ports/card.ts';
import type { BillingAddress } from '#/adapters/payments/kit/values/billing-address.ts';
import { firstMessage } from '#/adapters/payments/kit/values/card.ts';
import type { ProviderOperations } from '#/adapters/payments/kit/define-provider.ts';
import {
  endpoint,
  idempotencyKey,
  type ProviderContext,
} from '#/adapters/payments/kit/endpoint.ts';
import { refuse } from '#/adapters/payments/kit/failure.ts';
import { digestOf } from '#/adapters/payments/kit/notices.ts';
import { at } from '#/adapters/payments/kit/values/path-part.ts';
import { addressOnWire, customerOf, type OrdersAccount } from './orders.ts';

/** Cards at Pagar.me, exchanged for a token and saved for a customer (acquirers.72). */

const identified = z.object({ id: z.string().min(1) });

/** The billing address of saved cards when the account has none (acquirers.114). */
const DEMO_BILLING_ADDRESS: BillingAddress = {
  zipCode: '01310100',
  address: 'Avenida Paulista',
  number: '1000',
  district: 'Bela Vista',
  city: 'São Paulo',
  state: 'SP',
};

/** Sends only the public key, as a browser would. */
const createCardToken = endpoint({
  method: 'POST',
  path: () => '/tokens',
  via: 'browser',
  explain: firstMessage('Ocorreu um erro desconhecido.'),
  query: (_card: CardData, { account }: ProviderContext<OrdersAccount>) => ({
    appId: account.publicKey ?? refuse('Public key is required'),
  }),
  body: (card) => ({
    type: 'card',
    card: {
      number: card.cardNumber,
      holder_name: card.holderName,
      holder_document: card.holderDocument || undefined,
      exp_month: Number(card.expMonth),
      exp_year: Number(`20${card.expYear}`),
      cvv: card.cvv,
    },
  }),
  reply: identified,
  result: ({ id }) => id,
});

const createCardId = async (
  { cardToken, customer }: CardIdRequest,
  context: ProviderContext<OrdersAccount>,
): Promise<string> => {
  const { billingAddress = DEMO_BILLING_ADDRESS } = context.account;
  const creationOf = (path: string, json: unknown) =>
    ({ method: 'POST', path, headers: idempotencyKey(digestOf(path, cardToken)), json }) as const;
  const customerCall = creationOf('/customers', customerOf(customer));
  const { id } = await context.call({ ...customerCall, isPreparatory: true }, identified);
  const cardCall = creationOf(`${at('/customers', id)}/cards`, {
    token: cardToken,
    billing_address: addressOnWire(billingAddress),
  });
  const card = await context.call(cardCall, identified);
  return card.id;
};

export const pagarmeCards = {
  createCardToken,
  createCardId,
} satisfies ProviderOperations<OrdersAccount>;
