import { createHmac } from 'node:crypto';
import {
  methodsNotTaken,
  refundsNotDone,
  unproven,
} from '#/adapters/payments/evidence/common-cases.ts';
import { providerCases, type OperationCase } from '#/adapters/payments/evidence/provider-cases.ts';
import {
  BR_CODE,
  ORDER_ID,
  pixCharge,
  REFUND_ID,
  refundOf,
} from '#/adapters/payments/evidence/samples.ts';
import { cents } from '#/domain/values/money.ts';
import { simpay } from './simpay.ts';

const ID = '481516';
const HMAC_KEY = 'hmac_simpay_for_tests';
const WEBHOOK_TOKEN = 'token_simpay_for_tests';

const signRequest = (path: string, json: object) =>
  ({
    method: 'POST',
    path,
    json,
    headers: {
      authorization: 'Bearer jwt_simpay_for_tests',
      hmac: createHmac('sha512', HMAC_KEY).update(JSON.stringify(json)).digest('hex'),
    },
  }) as const;

const chargeRequest = signRequest('/create-pix-copy-and-paste/', {
  amount: 19.9,
  type_fine: 'NONE',
  fine: 0,
  source_account_branch_identifier: '0001',
  source_account_number: '123456',
  base_64_image: false,
  debtor_name: 'Fulano de Tal',
  debtor_document: '52998224725',
  type_document: 'CPF',
  tag: ORDER_ID,
});
const lookUpRequest = {
  method: 'GET',
  path: '/status-pix-copy-and-paste/',
  query: { id: ID },
} as const;
const refundRequest = signRequest('/chargebacks-pix-copy-and-paste/', {
  qr_code_id: Number(ID),
  amount: 19.9,
  information: REFUND_ID,
});

const charge = (status: string) => ({
  worked: true,
  qr_code_id: Number(ID),
  tx_id: 'fa0cff82',
  status,
  amount: 19.9,
  amount_chargeback: 0,
  endToEndId: null,
});

const result = {
  paymentMethod: 'PIX',
  transactionId: ID,
  status: 'PENDING',
  amount: cents(1_990),
} as const;

const refusalReply = { worked: false, detail: 'no' };

const delivery = (type: string, data: object = { qr_code_id: Number(ID), tag: ORDER_ID }) => ({
  headers: { authorization: `Bearer ${WEBHOOK_TOKEN}` },
  body: { type, data },
});

const says = (status: 'APPROVED' | 'REFUNDED') => [
  { type: 'TRANSACTION' as const, transactionId: ID, orderId: ORDER_ID, status },
];

/** Cases with the field names and status words of public integrations. */
export const simpayCases = providerCases({
  provider: simpay,
  account: (baseUrl) => ({
    baseUrl,
    clientId: 'client_simpay_for_tests',
    clientSecret: 'secret_simpay_for_tests',
    hmacKey: HMAC_KEY,
    webhookToken: WEBHOOK_TOKEN,
    source: { branch: '0001', number: '123456' },
  }),
  tokens: { '/auth-token/': { worked: true, access_token: 'jwt_simpay_for_tests' } },
  cases: [
    ...methodsNotTaken({
      CREDIT_CARD: 'Método de pagamento não suportado',
      BILLET: 'Método de pagamento não suportado',
    }),
    {
      name: 'charges by PIX',
      operation: 'createTransaction',
      input: pixCharge,
      exchanges: [
        {
          request: chargeRequest,
          reply: {
            json: {
              worked: true,
              qr_code_id: Number(ID),
              status: 'NEW',
              pix_copy_and_paste: BR_CODE,
            },
          },
        },
      ],
      result: { ...result, amount: null, pixCode: BR_CODE },
    },
    {
      name: 'reports a charge refused in a 200 reply as refused',
      operation: 'createTransaction',
      input: pixCharge,
      exchanges: [{ request: chargeRequest, reply: { json: refusalReply } }],
      failure: { kind: 'refused', mayHaveHappened: false, text: 'Erro ao criar transação' },
    },
    {
      name: 'reads a paid charge',
      operation: 'getTransaction',
      input: { transactionId: ID },
      exchanges: [
        {
          request: lookUpRequest,
          reply: {
            json: {
              ...charge('PAID'),
              amount_chargeback: 5,
              endToEndId: 'E18236120202206142202a1022c1tg10',
            },
          },
        },
      ],
      result: {
        ...result,
        status: 'APPROVED',
        refundedAmount: cents(500),
        endToEndId: 'E18236120202206142202a1022c1tg10',
      },
    },
    {
      name: 'reports a look-up refused in a 200 reply as unreadable',
      operation: 'getTransaction',
      input: { transactionId: ID },
      exchanges: [{ request: lookUpRequest, reply: { json: refusalReply } }],
      failure: { kind: 'unreadable', mayHaveHappened: false },
    },
    {
      name: 'reports a pending refund as accepted but not done',
      operation: 'refund',
      input: refundOf(ID),
      exchanges: [
        { request: refundRequest, reply: { json: { worked: true, id: 9, status: 'PENDING' } } },
      ],
      result: { refundId: REFUND_ID, status: false, isAccepted: true },
    },
    ...[{ status: 'REFUNDED' }, {}].map((reply): OperationCase => ({
      name: `refunds a charge when the reply says ${JSON.stringify(reply)}`,
      operation: 'refund',
      input: refundOf(ID),
      exchanges: [{ request: refundRequest, reply: { json: { worked: true, id: 9, ...reply } } }],
      result: { refundId: REFUND_ID, status: true },
    })),
    ...refundsNotDone(ID, refundRequest, { json: { worked: true, id: 9, status: 'REFUNDED' } }),
    {
      name: 'reports a refund refused in a 200 reply as refused',
      operation: 'refund',
      input: refundOf(ID),
      exchanges: [{ request: refundRequest, reply: { json: refusalReply } }],
      failure: { kind: 'refused', mayHaveHappened: false, text: 'Erro ao aprovar o reembolso.' },
    },
    {
      name: 'reports a refund refused with 400 as invalid',
      operation: 'refund',
      input: refundOf(ID),
      exchanges: [{ request: refundRequest, reply: { status: 400, json: refusalReply } }],
      failure: unproven,
    },
  ],
  statuses: {
    reply: charge,
    words: {
      NEW: 'PENDING',
      PAID: 'APPROVED',
      CANCELED: 'REJECTED',
      REFUNDED: 'REFUNDED',
      CHARGEBACK: 'REFUNDED',
      DISPUTE: 'REFUNDED',
      'never heard of': 'REJECTED',
    },
  },
  notices: [
    {
      name: 'that a charge was paid',
      ...delivery('QR_CODE_COPY_AND_PASTE_PAID'),
      says: says('APPROVED'),
    },
    {
      name: 'that a charge was refunded',
      ...delivery('QR_CODE_COPY_AND_PASTE_REFUNDED'),
      says: says('REFUNDED'),
    },
    {
      name: 'that a refund failed',
      ...delivery('QR_CODE_COPY_AND_PASTE_REFUNDED_ERROR'),
      says: says('APPROVED'),
    },
    { name: 'about a dispute', ...delivery('MED_CREATED'), says: says('REFUNDED') },
    {
      name: 'about a dispute without a charge',
      ...delivery('MED_CREATED', { pix_med_id: 3 }),
      says: [],
    },
    {
      name: 'about a payout',
      ...delivery('PIX_CASHOUT_SUCCESS', { transaction_id: 7 }),
      says: [],
    },
    {
      name: 'without its token',
      body: { type: 'QR_CODE_COPY_AND_PASTE_PAID', data: { qr_code_id: 1 } },
      says: 'unauthorized',
    },
    { name: 'without a body', ...delivery('MED_CREATED'), body: '', says: 'unreadable' },
    { name: 'without a type', ...delivery('MED_CREATED'), body: { data: {} }, says: [] },
  ],
});
