import { notices } from '#/adapters/payments/evidence/celcoin-notice-cases.ts';
import { unproven } from '#/adapters/payments/evidence/common-cases.ts';
import { boletos } from '#/adapters/payments/evidence/celcoin-boleto-cases.ts';
import type { Exchange, OperationCase } from '#/adapters/payments/evidence/provider-cases.ts';
import { providerCases } from '#/adapters/payments/evidence/provider-cases.ts';
import {
  attempt,
  address,
  BOLETO_LINE,
  boletoCharge,
  BR_CODE,
  card as sampleCard,
  cardCharge,
  ORDER_ID,
  pixCharge,
} from '#/adapters/payments/evidence/samples.ts';
import { cents } from '#/domain/values/money.ts';
import { celcoin } from './celcoin.ts';

const CONFIRM_HASH = 'f208a4032b32b9251a738a61ad05a0ad';

/** A charge as the documentation shows it. */
const charge = (method: string, transaction: object) => ({
  galaxPayId: 11,
  myId: ORDER_ID,
  value: 1990,
  paymentLink: 'https://app.celcoin.com.br/link',
  mainPaymentMethodId: method,
  status: 'active',
  Transactions: [
    {
      galaxPayId: 1,
      value: 1990,
      payday: '2026-11-20',
      ...transaction,
    },
  ],
});

const pix = (status: string) =>
  charge('pix', {
    status,
    Pix: {
      qrCode: BR_CODE,
      reference: '',
      image: 'https://app.celcoin.com.br/link-image-qrcode',
      page: 'https://app.celcoin.com.br/link-page-qrcode',
      endToEnd: '',
    },
  });

const boletoIn = (status: string) =>
  charge('boleto', {
    status,
    payday: '2026-11-23',
    Boleto: { pdf: 'https://app.celcoin.com.br/link-pdf', bankLine: BOLETO_LINE, bankNumber: 0 },
  });

const boleto = boletoIn('pendingBoleto');

const card = (transaction: object) => ({
  ...charge('creditcard', transaction),
  PaymentMethodCreditCard: { Card: { galaxPayId: 1, number: '5451*********1515' } },
});

const customer = {
  myId: '52998224725',
  name: 'Fulano de Tal',
  document: '52998224725',
  emails: ['fulano@example.com'],
  phones: [11_912_345_678],
};
const { address: street, district: neighborhood, ...place } = address;
const withAddress = { ...customer, Address: { ...place, street, neighborhood } };

const post = (body: object): Exchange['request'] => ({
  method: 'POST',
  path: '/charges',
  headers: { authorization: 'Bearer token-for-celcoin-tests' },
  json: { myId: ORDER_ID, value: 1990, payday: '2026-11-20', ...body },
});

const postPix = post({
  mainPaymentMethodId: 'pix',
  Customer: customer,
  PaymentMethodPix: {
    instructions: 'Um e-book',
    Deadline: { type: 'minutes', value: 1440 },
  },
});

const postBoleto = post({
  payday: '2026-11-23',
  mainPaymentMethodId: 'boleto',
  Customer: withAddress,
  PaymentMethodBoleto: { instructions: 'Um e-book' },
});

const postCardAs = (sent: object): Exchange['request'] =>
  post({
    mainPaymentMethodId: 'creditcard',
    Customer: withAddress,
    PaymentMethodCreditCard: { Card: sent, preAuthorize: true, qtdInstallments: 3 },
  });
const postCard = postCardAs({ hash: 'tok_for_tests' });
const postCardData = postCardAs({
  number: '4111111111111111',
  holder: 'Fulano de Tal',
  expiresAt: '2030-12',
  cvv: '737',
});
const { cardToken: _, ...withoutToken } = cardCharge;

const capture = { method: 'PUT', path: '/charges/11/galaxPayId/capture', json: {} } as const;

const get = (by: object): Exchange['request'] => {
  return { method: 'GET', path: '/charges', query: { ...by, startAt: 0, limit: 10 } };
};
const byId = (id: string) => get({ galaxPayIds: id });
const byOurId = get({ myIds: ORDER_ID });

const page = (...charges: readonly object[]) => ({
  json: { totalQtdFoundInPage: charges.length, Charges: charges },
});

const invalid = { status: 400, json: { error: { message: 'Customer.document', details: {} } } };
const isInvalid = { kind: 'invalid', mayHaveHappened: false } as const;

const forbidden = { status: 403, json: {} };
const unauthorised = { kind: 'unauthorized', mayHaveHappened: false } as const;

const resultFields = { transactionId: '11', orderId: ORDER_ID, amount: cents(1_990) };
const cardResult = {
  ...resultFields,
  paymentMethod: 'CREDIT_CARD',
  cardLastDigits: '1515',
} as const;

const pixCases: readonly OperationCase[] = [
  {
    name: 'charges by PIX with an expiry of one day',
    operation: 'createTransaction',
    input: pixCharge,
    exchanges: [{ request: postPix, reply: { json: { type: true, Charge: pix('pendingPix') } } }],
    result: {
      ...resultFields,
      paymentMethod: 'PIX',
      status: 'PENDING',
      pixCode: BR_CODE,
      expiresAt: '2026-11-21T12:00:00.000Z',
    },
  },
];

const boletoResult = {
  ...resultFields,
  paymentMethod: 'BILLET',
  status: 'PENDING',
  billetCode: BOLETO_LINE,
  billetUrl: 'https://app.celcoin.com.br/link-pdf',
  expiresAt: '2026-11-24T03:00:00.000Z',
} as const;

const boletoCases: readonly OperationCase[] = [
  {
    name: 'charges by boleto, payable until the end of the due day in São Paulo',
    operation: 'createTransaction',
    input: boletoCharge,
    exchanges: [{ request: postBoleto, reply: { json: { type: true, Charge: boleto } } }],
    result: boletoResult,
  },
];

const refusedCharges: readonly OperationCase[] = [
  { of: 'PIX', input: pixCharge, request: postPix, failure: isInvalid },
  { of: 'boleto', input: boletoCharge, request: postBoleto, failure: unproven },
].map(({ of, input, request, failure }) => ({
  name: `reports a charge by ${of} refused for invalid data`,
  operation: 'createTransaction',
  input,
  exchanges: [{ request, reply: invalid }],
  failure,
}));

const authorized = { json: { type: true, Charge: card({ status: 'authorized' }) } };

const cardCases: readonly OperationCase[] = [
  {
    name: 'captures an authorised card charge',
    operation: 'createTransaction',
    input: cardCharge,
    exchanges: [
      { request: postCard, reply: authorized },
      { request: capture, reply: { json: card({ status: 'captured' }) } },
    ],
    result: { ...cardResult, status: 'APPROVED' },
  },
  {
    name: 'charges a card by its data, without a token',
    operation: 'createTransaction',
    input: { ...withoutToken, card: sampleCard },
    exchanges: [
      { request: postCardData, reply: authorized },
      { request: capture, reply: { json: card({ status: 'captured' }) } },
    ],
    result: { ...cardResult, status: 'APPROVED' },
  },
  {
    name: 'rejects a card without a number, without sending it',
    operation: 'createTransaction',
    input: { ...withoutToken, card: { ...sampleCard, cardNumber: '' } },
    exchanges: [],
    failure: { ...isInvalid, text: 'Número do cartão é obrigatório.' },
  },
  {
    name: 'does not capture a declined card charge',
    operation: 'createTransaction',
    input: cardCharge,
    exchanges: [
      {
        request: postCard,
        reply: {
          json: {
            type: true,
            Charge: card({
              status: 'denied',
              AbecsReasonDenied: { code: '51', message: 'Saldo/limite insuficiente' },
              reasonDenied: 'Limite do cartão insuficiente.',
            }),
          },
        },
      },
    ],
    result: { ...cardResult, status: 'REJECTED', refusal: '51' },
  },
  ...(
    [
      [503, 'unavailable'],
      [400, 'invalid'],
    ] as const
  ).map(([status, kind]): OperationCase => ({
    name: `reports a card charge as possibly done when the capture is answered with ${status}`,
    operation: 'createTransaction',
    input: cardCharge,
    exchanges: [
      { request: postCard, reply: authorized },
      { request: capture, reply: { status, json: {} } },
    ],
    failure: { kind, mayHaveHappened: true },
  })),
  {
    name: 'captures later what was only authorised',
    operation: 'capture',
    input: { transactionId: '11', attempt },
    exchanges: [{ request: capture, reply: { json: card({ status: 'captured' }) } }],
    result: { ...cardResult, status: 'APPROVED' },
  },
  {
    name: 'reports a late capture as possibly done when it is answered with 503',
    operation: 'capture',
    input: { transactionId: '11', attempt },
    exchanges: [{ request: capture, reply: { status: 503, json: {} } }],
    failure: { kind: 'unavailable', mayHaveHappened: true },
  },
  {
    name: 'rejects a card charge without a token or card data',
    operation: 'createTransaction',
    input: { ...pixCharge, paymentMethod: 'CREDIT_CARD' },
    exchanges: [],
    failure: { ...isInvalid, text: 'Card token is required for credit card payments.' },
  },
];

const getTransactionCases: readonly OperationCase[] = [
  {
    name: 'reads a paid charge',
    operation: 'getTransaction',
    input: { transactionId: '11' },
    exchanges: [{ request: byId('11'), reply: page(pix('payedPix')) }],
    result: { ...resultFields, paymentMethod: 'PIX', status: 'APPROVED', pixCode: BR_CODE },
  },
  ...(['moreValueBoleto', 'paidDuplicityBoleto'] as const).map((status): OperationCase => ({
    name: `reads a boleto as paid with another amount, which is not stated, if it is ${status}`,
    operation: 'getTransaction',
    input: { transactionId: '11' },
    exchanges: [{ request: byId('11'), reply: page(boletoIn(status)) }],
    result: { ...boletoResult, status: 'APPROVED', amount: 'OTHER' },
  })),
  {
    name: 'returns undefined for an unknown charge',
    operation: 'getTransaction',
    input: { transactionId: '12' },
    exchanges: [{ request: byId('12'), reply: page() }],
    result: undefined,
  },
  {
    name: 'reports an unauthorised charge look-up',
    operation: 'getTransaction',
    input: { transactionId: '11' },
    exchanges: [{ request: byId('11'), reply: forbidden }],
    failure: unauthorised,
  },
  {
    name: 'finds a charge by our order id',
    operation: 'findTransaction',
    input: { orderId: ORDER_ID },
    exchanges: [{ request: byOurId, reply: page(pix('pendingPix')) }],
    result: { ...resultFields, paymentMethod: 'PIX', status: 'PENDING', pixCode: BR_CODE },
  },
  {
    name: 'finds a card charge that is authorised and not captured',
    operation: 'findTransaction',
    input: { orderId: ORDER_ID },
    exchanges: [{ request: byOurId, reply: page(card({ status: 'authorized' })) }],
    result: { ...cardResult, status: 'PENDING', isAuthorised: true },
  },
  {
    name: 'returns undefined for an unknown order id',
    operation: 'findTransaction',
    input: { orderId: ORDER_ID },
    exchanges: [{ request: byOurId, reply: page() }],
    result: undefined,
  },
  {
    name: 'reports an unauthorised search for a charge',
    operation: 'findTransaction',
    input: { orderId: ORDER_ID },
    exchanges: [{ request: byOurId, reply: forbidden }],
    failure: unauthorised,
  },
];

export const celcoinCases = providerCases({
  provider: celcoin,
  account: (baseUrl) => ({
    baseUrl,
    slipsBaseUrl: baseUrl,
    galaxId: 'galax-id-for-tests',
    galaxHash: 'galax-hash-for-tests',
    confirmHash: CONFIRM_HASH,
  }),
  tokens: {
    '/token': { access_token: 'token-for-celcoin-tests', token_type: 'Bearer', expires_in: 600 },
  },
  cases: [
    ...pixCases,
    ...boletoCases,
    ...refusedCharges,
    ...cardCases,
    ...getTransactionCases,
    ...boletos(boleto, pix('pendingPix')),
  ],
  statuses: {
    reply: (word) => ({ totalQtdFoundInPage: 1, Charges: [pix(word)] }),
    words: {
      notSend: 'PENDING',
      noSend: 'PENDING',
      lessValueBoleto: 'PENDING',
      chargeback: 'CHARGEBACK',
      pendingBoleto: 'PENDING',
      pendingPix: 'PENDING',
      authorized: 'PENDING',
      captured: 'APPROVED',
      payedBoleto: 'APPROVED',
      payedPix: 'APPROVED',
      moreValueBoleto: 'APPROVED',
      paidDuplicityBoleto: 'APPROVED',
      payExternal: 'PENDING',
      free: 'PENDING',
      denied: 'REJECTED',
      reversed: 'REFUNDED',
      cancel: 'CANCELED',
      cancelByContract: 'CANCELED',
      notCompensated: 'CANCELED',
      unavailablePix: 'CANCELED',
      'never heard of': 'REJECTED',
    },
  },
  notices: notices(CONFIRM_HASH, pix('payedPix')),
});
