import { boletoPdfs } from '#/adapters/payments/evidence/pagarme-boleto-cases.ts';
import { generateKeyPairSync, sign } from 'node:crypto';
import * as orders from '#/adapters/payments/evidence/pagarme-orders-cases.ts';
import { ID, invalid, no, orderOf } from '#/adapters/payments/evidence/pagarme-orders.ts';
import { refunds } from '#/adapters/payments/evidence/pagarme-refund-cases.ts';
import * as payees from '#/adapters/payments/evidence/pagarme-recipients-cases.ts';
import {
  providerCases,
  type NoticeCase,
  type OperationCase,
} from '#/adapters/payments/evidence/provider-cases.ts';
import { attempt, card, ORDER_ID, pixCharge } from '#/adapters/payments/evidence/samples.ts';
import { pagarme } from './pagarme.ts';

const cardOnWire = {
  type: 'card',
  card: {
    number: '4111111111111111',
    holder_name: 'Fulano de Tal',
    holder_document: '52998224725',
    exp_month: 12,
    exp_year: 2030,
    cvv: '737',
  },
};
const tokenising = { operation: 'createCardToken', input: card } as const;
const tokenRequest = {
  method: 'POST',
  path: '/tokens',
  query: { appId: 'pk_test_for_tests' },
  json: cardOnWire,
} as const;
const savingCard = {
  operation: 'createCardId',
  input: { cardToken: 'token_1', customer: pixCharge.customer, attempt },
} as const;
/** The same card token gives the same idempotency keys, so no customer is created twice. */
const customerExchange = {
  request: {
    method: 'POST',
    path: '/customers',
    headers: { 'idempotency-key': 'cc8uEtBwNJzjqIFjX6ZEDjo5TNu-tJfn' },
    json: orders.customer,
  },
  reply: { json: { id: 'cus_1', name: 'Fulano de Tal' } },
} as const;
const cardRequest = {
  method: 'POST',
  path: '/customers/cus_1/cards',
  headers: { 'idempotency-key': 'ZlnNOfLiUGNfYE7g3eb294wLLD2UkSP_' },
  json: {
    token: 'token_1',
    billing_address: {
      line_1: '1000, Avenida Paulista, Bela Vista',
      zip_code: '01310100',
      city: 'São Paulo',
      state: 'SP',
      country: 'BR',
    },
  },
} as const;

const cards: readonly OperationCase[] = [
  {
    ...tokenising,
    name: 'tokenises a card with the public key only',
    exchanges: [{ request: tokenRequest, reply: { json: { id: 'token_1', type: 'card' } } }],
    result: 'token_1',
  },
  {
    ...tokenising,
    name: 'reports the tokeniser’s message for an invalid card',
    exchanges: [
      {
        request: tokenRequest,
        reply: {
          status: 422,
          json: {
            message: 'The request is invalid.',
            errors: { 'request.card.number': ['The number field is not a valid card number'] },
          },
        },
      },
    ],
    failure: { ...invalid, text: 'The number field is not a valid card number' },
  },
  {
    ...tokenising,
    name: 'reports the general message when the tokeniser names no field',
    exchanges: [{ request: tokenRequest, reply: no }],
    failure: { ...invalid, text: 'The request is invalid.' },
  },
  {
    ...savingCard,
    name: 'saves a card for its customer',
    exchanges: [customerExchange, { request: cardRequest, reply: { json: { id: 'card_1' } } }],
    result: 'card_1',
  },
  {
    ...savingCard,
    name: 'reports a card that fails its verification as invalid',
    exchanges: [customerExchange, { request: cardRequest, reply: { ...no, status: 412 } }],
    failure: invalid,
  },
];

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });

const signNotice = (body: object, { alg = 'RS256', kid = 'key-1', signedBody = body } = {}) => {
  const signature = sign('sha256', Buffer.from(JSON.stringify(signedBody)), privateKey).toString(
    'base64url',
  );
  return {
    headers: { 'x-webhook-asymmetric-signature': `alg=${alg}; kid=${kid}; signature=${signature}` },
    body: JSON.stringify(body),
  };
};

const hook = { id: 'hook_RyEKQO789TRpZjv5', account: { id: 'acc_jZkdN857et650oNv' } };
const orderPaid = { ...hook, type: 'order.paid', data: orderOf({ status: 'paid' }) };
const chargeRefunded = {
  ...hook,
  type: 'charge.refunded',
  data: {
    id: 'ch_d22356Jf4WuGr8no',
    status: 'canceled',
    paid_at: '2026-11-20T12:05:00',
    amount: 1990,
    payment_method: 'pix',
    order: { id: ID, code: ORDER_ID, metadata: {} },
  },
};
const orderOfNotice = { type: 'TRANSACTION', transactionId: ID, orderId: ORDER_ID } as const;

const notices: readonly NoticeCase[] = [
  {
    name: 'that an order was paid',
    ...signNotice(orderPaid),
    says: [{ ...orderOfNotice, status: 'APPROVED' }],
  },
  {
    name: 'that a charge was refunded',
    ...signNotice(chargeRefunded),
    says: [{ ...orderOfNotice, status: 'REFUNDED' }],
  },
  {
    name: 'about a charge without an order',
    ...signNotice({ ...chargeRefunded, data: { ...chargeRefunded.data, order: null } }),
    says: [],
  },
  {
    name: 'about a recipient',
    ...signNotice({ ...hook, type: 'recipient.updated', data: { id: 're_1' } }),
    says: [],
  },
  { name: 'without data', ...signNotice({ ...orderPaid, data: null }), says: [] },
  { name: 'without a type', ...signNotice({ ...hook, data: orderPaid.data }), says: [] },
  { name: 'without a signature', body: orderPaid, says: 'unauthorized' },
  {
    name: 'with the signature of another notice',
    ...signNotice(orderPaid, { signedBody: chargeRefunded }),
    says: 'unauthorized',
  },
  {
    name: 'signed with an unknown key',
    ...signNotice(orderPaid, { kid: 'key-2' }),
    says: 'unauthorized',
  },
  {
    name: 'signed with the algorithm "none"',
    ...signNotice(orderPaid, { alg: 'none' }),
    says: 'unauthorized',
  },
];

export const pagarmeCases = providerCases({
  provider: pagarme,
  account: (url) => ({
    baseUrl: url,
    jwksBaseUrl: url,
    publicKey: 'pk_test_for_tests',
    secretKey: 'sk_test_for_tests',
  }),
  tokens: {
    '/.well-known/jwks.json': {
      keys: [
        { kty: 'EC', kid: 'of-another-kind', crv: 'P-256', x: 'AQ', y: 'AQ' },
        { ...publicKey.export({ format: 'jwk' }), kid: 'key-1', use: 'sig', alg: 'RS256' },
      ],
    },
  },
  cases: [
    ...orders.charges,
    ...orders.getTransactionCases,
    ...boletoPdfs,
    ...refunds,
    ...cards,
    ...payees.recipients,
    ...payees.withdrawals,
    ...payees.anticipations,
  ],
  statuses: {
    reply: (word) => orderOf({ status: word }),
    words: {
      pending: 'PENDING',
      processing: 'PENDING',
      underpaid: 'PENDING',
      paid: 'APPROVED',
      overpaid: 'APPROVED',
      partial_canceled: 'APPROVED',
      failed: 'REJECTED',
      canceled: 'REJECTED',
      refunded: 'REFUNDED',
      chargedback: 'CHARGEBACK',
      'never heard of': 'REJECTED',
    },
  },
  withdrawStatuses: {
    reply: payees.withdrawalOf,
    words: {
      pending: 'PENDING',
      pending_transfer: 'PENDING',
      processing: 'PENDING',
      transferred: 'APPROVED',
      paid: 'APPROVED',
      failed: 'REJECTED',
      canceled: 'CANCELED',
      'never heard of': 'PENDING',
    },
  },
  notices,
  sign: ({ headers, body }) => {
    const proof = signNotice(JSON.parse(body) as object);
    return { ...proof, headers: { ...headers, ...proof.headers } };
  },
});
