import { unproven } from './common-cases.ts';
import type { MemberAccount } from '#/adapters/payments/families/transactions-api-members.ts';
import { cents } from '#/domain/values/money.ts';
import type { PaymentMethod, PaymentStatus } from '#/domain/ports/charge.ts';
import type { Exchange, NoticeCase, OperationCase } from './provider-cases.ts';
import {
  address,
  BOLETO_LINE,
  boletoCharge,
  BR_CODE,
  card,
  cardCharge,
  ORDER_ID,
  pixCharge,
  REFUND_ID,
  refundOf,
  WEBHOOK_URL,
} from './samples.ts';

/** Cases of this family. Field names are from a public integration; values are invented. */

interface Endpoint {
  readonly path: string;
}

const ID = '123';
const END_TO_END = 'E18236120202206142202a1022c1tg10';

const item = {
  externalRef: 'offer-1',
  title: 'Um e-book',
  unitPrice: 1990,
  quantity: 1,
  tangible: false,
};

const customer = {
  name: 'Fulano de Tal',
  email: 'fulano@example.com',
  phone: '11912345678',
  document: { number: '52998224725', type: 'cpf' },
};

const addressOnWire = {
  street: address.address,
  streetNumber: address.number,
  zipCode: address.zipCode,
  neighborhood: address.district,
  city: address.city,
  state: address.state,
  country: 'BR',
};

const common = {
  amount: 1990,
  currency: 'BRL',
  items: [item],
  externalRef: ORDER_ID,
  postbackUrl: WEBHOOK_URL,
};

/** The request of each method; a PIX expires after one day, a boleto after three. */
export const requests = {
  PIX: {
    ...common,
    paymentMethod: 'pix',
    pix: { expiresInDays: 1 },
    customer,
  },
  BILLET: {
    ...common,
    paymentMethod: 'boleto',
    boleto: { expiresInDays: 3 },
    customer: { ...customer, address: addressOnWire },
  },
  CREDIT_CARD: {
    ...common,
    paymentMethod: 'credit_card',
    installments: 3,
    card: { hash: 'tok_for_tests' },
    customer: { ...customer, address: addressOnWire },
  },
} as const;

const customerInUpperCase = { ...customer, document: { number: '52998224725', type: 'CPF' } };

/** The fields that differ at hosts that write their constants in upper case. */
export const inUpperCase = {
  PIX: { paymentMethod: 'PIX', customer: customerInUpperCase },
  BILLET: {
    paymentMethod: 'BOLETO',
    customer: { ...customerInUpperCase, address: addressOnWire },
  },
  CREDIT_CARD: {
    paymentMethod: 'CREDIT_CARD',
    customer: { ...customerInUpperCase, address: addressOnWire },
  },
} as const;

const methodFields = {
  PIX: {
    paymentMethod: 'pix',
    pix: { qrcode: BR_CODE, expirationDate: '2026-11-21T12:00:00.000Z', end2EndId: null },
  },
  BILLET: {
    paymentMethod: 'boleto',
    boleto: {
      url: 'https://provider.example/boleto/123',
      digitableLine: BOLETO_LINE,
      expirationDate: '2026-11-23',
    },
  },
  CREDIT_CARD: { paymentMethod: 'credit_card', card: { brand: 'visa', lastDigits: '1111' } },
} as const;

export const reply = ({
  status,
  method = 'PIX',
  amount = 1990,
}: {
  readonly status: string;
  readonly method?: PaymentMethod;
  readonly amount?: number;
}) => ({
  id: Number(ID),
  amount,
  refundedAmount: 0,
  status,
  externalRef: ORDER_ID,
  pix: null,
  boleto: null,
  card: null,
  refusedReason: null,
  ...methodFields[method],
});

const result = {
  transactionId: ID,
  orderId: ORDER_ID,
  amount: cents(1_990),
  refundedAmount: cents(0),
};

const results = {
  PIX: {
    ...result,
    paymentMethod: 'PIX',
    pixCode: BR_CODE,
    expiresAt: '2026-11-21T12:00:00.000Z',
  },
  BILLET: {
    ...result,
    paymentMethod: 'BILLET',
    billetCode: BOLETO_LINE,
    billetUrl: 'https://provider.example/boleto/123',
    expiresAt: '2026-11-24T02:59:59.999Z',
  },
  CREDIT_CARD: {
    ...result,
    paymentMethod: 'CREDIT_CARD',
    cardBrand: 'visa',
    cardLastDigits: '1111',
  },
} as const;

export const inputs = { PIX: pixCharge, BILLET: boletoCharge, CREDIT_CARD: cardCharge } as const;

/** A card as sent without a token. */
export const cardOnWire = {
  number: '4111111111111111',
  holderName: 'Fulano de Tal',
  holderDocument: '52998224725',
  expirationMonth: 12,
  expirationYear: 2030,
  cvv: '737',
} as const;

const chargeWithoutTokenCase = ({ path }: Endpoint, overrides: object = {}): OperationCase => {
  const { cardToken: _, ...input } = { ...cardCharge, card };
  const json = { ...requests.CREDIT_CARD, ...overrides, card: cardOnWire };
  return {
    operation: 'createTransaction',
    name: 'charges a card by its data, without a token',
    input,
    exchanges: [
      {
        request: { method: 'POST', path, json },
        reply: { json: reply({ status: 'paid', method: 'CREDIT_CARD' }) },
      },
    ],
    result: { ...results.CREDIT_CARD, status: 'APPROVED' },
  };
};

/** For each payment method, a charge that succeeds and one that is refused. */
export const charges = (
  { path }: Endpoint,
  methods: readonly PaymentMethod[] = ['PIX', 'BILLET', 'CREDIT_CARD'],
  overrides: { readonly [Method in PaymentMethod]?: object } = {},
): readonly OperationCase[] =>
  methods.flatMap((method): readonly OperationCase[] => {
    const request = {
      method: 'POST',
      path,
      json: { ...requests[method], ...overrides[method] },
    } as const;
    const charge = { operation: 'createTransaction', input: inputs[method] } as const;
    const status = method === 'CREDIT_CARD' ? 'paid' : 'waiting_payment';
    return [
      {
        ...charge,
        name: `charges by ${method}`,
        exchanges: [{ request, reply: { json: reply({ status, method }) } }],
        result: {
          ...results[method],
          status: method === 'CREDIT_CARD' ? 'APPROVED' : 'PENDING',
        },
      },
      {
        ...charge,
        name: `reports a charge by ${method} refused for invalid data`,
        exchanges: [{ request, reply: { status: 422, json: { message: 'customer.document' } } }],
        // The acquirer may have made the charge. But no one can pay a PIX whose code no one has seen (acquirers.150).
        failure: { ...unproven, mayHaveHappened: method !== 'PIX' },
      },
      ...(method === 'CREDIT_CARD' ? [chargeWithoutTokenCase({ path }, overrides[method])] : []),
    ];
  });

export const getTransactionCases = ({ path }: Endpoint): readonly OperationCase[] => {
  const getTransaction = (transactionId: string, answer: Exchange['reply']) =>
    ({
      operation: 'getTransaction',
      input: { transactionId },
      exchanges: [{ request: { method: 'GET', path: `${path}/${transactionId}` }, reply: answer }],
    }) as const;
  const paid = reply({ status: 'paid' });
  return [
    {
      name: 'reads a paid charge inside the envelope that some hosts use',
      ...getTransaction(ID, { json: { success: true, data: paid } }),
      result: { ...results.PIX, status: 'APPROVED' },
    },
    ...[{ end2EndId: END_TO_END }, { end2EndId: '', endToEndId: END_TO_END }].map(
      (endToEndField): OperationCase => ({
        name: `reads the end-to-end id of a PIX from the field ${Object.keys(endToEndField).at(-1)}`,
        ...getTransaction(ID, {
          json: { ...paid, pix: { ...methodFields.PIX.pix, ...endToEndField } },
        }),
        result: { ...results.PIX, status: 'APPROVED', endToEndId: END_TO_END },
      }),
    ),
    {
      name: 'returns undefined for an unknown charge',
      ...getTransaction('none', { status: 404, json: {} }),
      result: undefined,
    },
    {
      name: 'reports an unauthorised charge look-up',
      ...getTransaction(ID, { status: 401, json: {} }),
      failure: { kind: 'unauthorized', mayHaveHappened: false },
    },
  ];
};

export const refunds = ({
  path,
  method = 'POST',
}: Endpoint & { readonly method?: 'POST' | 'DELETE' }): readonly OperationCase[] => {
  const request = { method, path: `${path}/${ID}/refund`, json: { amount: 1990 } };
  const refund = { operation: 'refund', input: refundOf(ID) } as const;
  return [
    {
      ...refund,
      name: 'refunds a charge',
      exchanges: [{ request, reply: { json: reply({ status: 'refunded' }) } }],
      result: { refundId: REFUND_ID, status: true },
    },
    {
      ...refund,
      name: 'reports a refused refund',
      exchanges: [{ request, reply: { status: 400, json: { message: 'no balance' } } }],
      failure: unproven,
    },
  ];
};

export const notices = (words: Readonly<Record<string, PaymentStatus>>): readonly NoticeCase[] => [
  ...Object.entries(words).map(([word, status]): NoticeCase => ({
    name: `that a charge is ${word}`,
    body: {
      id: 1,
      type: 'transaction',
      objectId: ID,
      url: WEBHOOK_URL,
      data: reply({ status: word }),
    },
    says: [{ type: 'TRANSACTION', transactionId: ID, orderId: ORDER_ID, status }],
  })),
  {
    name: 'about a withdrawal',
    body: { id: 2, type: 'withdraw', objectId: '9', data: {} },
    says: [],
  },
  { name: 'without a type', body: { id: 3, data: reply({ status: 'paid' }) }, says: [] },
  { name: 'without its charge', body: { type: 'transaction', data: null }, says: [] },
  { name: 'that is not JSON', body: 'paid', says: 'unreadable' },
];

const words: Readonly<Record<string, PaymentStatus>> = {
  waiting_payment: 'PENDING',
  awaiting_payment: 'PENDING',
  pending: 'PENDING',
  waiting: 'PENDING',
  processing: 'PENDING',
  authorized: 'PENDING',
  partially_paid: 'PENDING',
  approved: 'APPROVED',
  paid: 'APPROVED',
  confirmed: 'APPROVED',
  received: 'APPROVED',
  refused: 'REJECTED',
  canceled: 'REJECTED',
  cancelled: 'REJECTED',
  expired: 'REJECTED',
  refunded: 'REFUNDED',
  in_protest: 'CHARGEBACK',
  chargeback: 'CHARGEBACK',
  chargedback: 'CHARGEBACK',
  'never heard of': 'REJECTED',
};

/** A member that makes charges at the path where it reads them. */
export const memberAccount = (baseUrl: string): MemberAccount => ({
  baseUrl,
  secretKey: 'sk_of_a_member_for_tests',
  chargePath: '/transactions',
});

export const usual = {
  statuses: { reply: (word: string) => reply({ status: word }), words },
  notices: notices({ paid: 'APPROVED', refunded: 'REFUNDED' }),
};
