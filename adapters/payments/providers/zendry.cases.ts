import { unproven } from '#/adapters/payments/evidence/common-cases.ts';
import {
  providerCases,
  type Exchange,
  type OperationCase,
} from '#/adapters/payments/evidence/provider-cases.ts';
import {
  BR_CODE,
  ORDER_ID,
  pixCharge,
  pixWithdrawal,
  WITHDRAWAL_ID,
} from '#/adapters/payments/evidence/samples.ts';
import {
  AUTHORIZATION,
  notices,
  type paymentNotice,
  type qrcodeNotice,
} from '#/adapters/payments/evidence/zendry-notice-cases.ts';
import { cents } from '#/domain/values/money.ts';
import { md5 } from '#/adapters/payments/kit/notices.ts';
import { zendry } from './zendry.ts';

const CODE = 'ZENDRYTESTPIXQRCODE6';
const PAYOUT = 'P202306150000039870';
const END_TO_END = 'E18236120202206142202a1022c1tg10';
const RANDOM_KEY = '123e4567-e12b-12d1-a456-426655440000';

const qrcode = (status: string) => ({
  qrcode: {
    reference_code: CODE,
    external_reference: ORDER_ID,
    value_cents: 1990,
    content: BR_CODE,
    status,
    generator_name: null,
  },
});

const payout = (status: string, fields: object = {}) => ({
  payment: {
    reference_code: PAYOUT,
    idempotent_id: WITHDRAWAL_ID,
    value_cents: 1990,
    pix_key_type: 'cpf',
    pix_key: '52998224725',
    status,
    ...fields,
  },
});

const bearerToken = { authorization: 'Bearer eyJhbGciOiJIUzI1NiJ9.for-tests' };

const postQrcode: Exchange['request'] = {
  method: 'POST',
  path: '/v1/pix/qrcodes',
  headers: bearerToken,
  json: {
    value_cents: 1990,
    generator_name: 'Fulano de Tal',
    generator_document: '52998224725',
    expiration_time: '1800',
    external_reference: ORDER_ID,
  },
};

const getQrcode: Exchange['request'] = { method: 'GET', path: `/v1/pix/qrcodes/${CODE}` };

const payoutBody = {
  initiation_type: 'dict',
  idempotent_id: WITHDRAWAL_ID,
  receiver_name: 'Fulano de Tal',
  receiver_document: '52998224725',
  value_cents: 1990,
  pix_key_type: 'cpf',
  pix_key: '52998224725',
  authorized: true,
};

const postPayment: Exchange['request'] = {
  method: 'POST',
  path: '/v1/pix/payments',
  headers: bearerToken,
  json: payoutBody,
};

const byCode = { method: 'GET', path: `/v1/pix/payments/${PAYOUT}` } as const;
const byOurReference = {
  method: 'GET',
  path: `/v1/pix/payments/${WITHDRAWAL_ID}/idempotent_id`,
} as const;

const notAllowed = { status: 403, json: { error: 'Receiver not allowed' } };
const isNotAllowed = { kind: 'unauthorized', mayHaveHappened: false } as const;
const notFound = (what: string) => ({ status: 406, json: { error: `${what} not found.` } });

const chargeResult = {
  paymentMethod: 'PIX',
  transactionId: CODE,
  amount: cents(1_990),
  pixCode: BR_CODE,
} as const;

const charges: readonly OperationCase[] = [
  {
    name: 'charges by PIX with an expiry of half an hour',
    operation: 'createTransaction',
    input: pixCharge,
    exchanges: [
      {
        request: postQrcode,
        reply: {
          status: 201,
          json: {
            qrcode: {
              reference_code: CODE,
              external_reference: ORDER_ID,
              content: BR_CODE,
              image_base64: null,
            },
          },
        },
      },
    ],
    result: {
      ...chargeResult,
      amount: null,
      status: 'PENDING',
      expiresAt: '2026-11-20T12:30:00.000Z',
    },
  },
  {
    name: 'reports a charge refused for invalid data',
    operation: 'createTransaction',
    input: pixCharge,
    exchanges: [
      { request: postQrcode, reply: { status: 400, json: { error: 'generator_name required' } } },
    ],
    failure: { kind: 'invalid', mayHaveHappened: false },
  },
  {
    name: 'reads a paid charge',
    operation: 'getTransaction',
    input: { transactionId: CODE },
    exchanges: [{ request: getQrcode, reply: { json: qrcode('paid') } }],
    result: { ...chargeResult, status: 'APPROVED' },
  },
  {
    name: 'returns undefined for an unknown charge, which is answered with 406',
    operation: 'getTransaction',
    input: { transactionId: CODE },
    exchanges: [{ request: getQrcode, reply: notFound('Qrcode') }],
    result: undefined,
  },
  {
    name: 'reports a charge look-up answered with 404 as invalid',
    operation: 'getTransaction',
    input: { transactionId: CODE },
    exchanges: [{ request: getQrcode, reply: { status: 404, json: {} } }],
    failure: { kind: 'invalid', mayHaveHappened: false },
  },
];

const payoutResult = { withdrawId: PAYOUT, amount: cents(1_990) };
const completed = {
  ...payoutResult,
  status: 'APPROVED',
  approvedAt: '2026-11-20T12:49:54.000Z',
  endToEndId: END_TO_END,
} as const;
const completedReply = {
  json: payout('completed', {
    payment_date: '2026-11-20T09:49:54.000-03:00',
    end_to_end: END_TO_END,
  }),
};

const payouts: readonly OperationCase[] = [
  {
    name: 'pays out to a PIX key',
    operation: 'withdraw',
    input: pixWithdrawal,
    exchanges: [
      { request: postPayment, reply: { status: 201, json: payout('auto_authorization') } },
    ],
    result: { ...payoutResult, status: 'PENDING' },
  },
  {
    name: 'pays out to a random key, with the key type "token"',
    operation: 'withdraw',
    input: { ...pixWithdrawal, pixType: 'RANDOM', pixKey: RANDOM_KEY },
    exchanges: [
      {
        request: {
          ...postPayment,
          json: { ...payoutBody, pix_key_type: 'token', pix_key: RANDOM_KEY },
        },
        reply: { status: 201, json: payout('sent') },
      },
    ],
    result: { ...payoutResult, status: 'PENDING' },
  },
  {
    name: 'reports an unauthorised payout',
    operation: 'withdraw',
    input: pixWithdrawal,
    exchanges: [{ request: postPayment, reply: notAllowed }],
    failure: { ...unproven, kind: 'unauthorized' },
  },
  {
    name: 'looks up a payout by its code',
    operation: 'getWithdraw',
    input: { withdrawId: PAYOUT },
    exchanges: [{ request: byCode, reply: completedReply }],
    result: completed,
  },
  {
    name: 'reads whose account a payout went to',
    operation: 'getWithdraw',
    input: { withdrawId: PAYOUT },
    exchanges: [
      {
        request: byCode,
        reply: {
          json: payout('sent', { receiver_name: 'John Doe', receiver_document: '67178678097' }),
        },
      },
    ],
    result: { ...payoutResult, status: 'PENDING', holder: { document: '67178678097' } },
  },
  {
    name: 'reports an unauthorised payout look-up',
    operation: 'getWithdraw',
    input: { withdrawId: PAYOUT },
    exchanges: [{ request: byCode, reply: notAllowed }],
    failure: isNotAllowed,
  },
  {
    name: 'finds a payout by our reference',
    operation: 'findWithdraw',
    input: { withdrawReference: WITHDRAWAL_ID },
    exchanges: [{ request: byOurReference, reply: completedReply }],
    result: completed,
  },
  {
    name: 'returns undefined for an unknown payout reference',
    operation: 'findWithdraw',
    input: { withdrawReference: WITHDRAWAL_ID },
    exchanges: [{ request: byOurReference, reply: notFound('Payment') }],
    result: undefined,
  },
  {
    name: 'reports an unauthorised search for a payout',
    operation: 'findWithdraw',
    input: { withdrawReference: WITHDRAWAL_ID },
    exchanges: [{ request: byOurReference, reply: notAllowed }],
    failure: isNotAllowed,
  },
];

export const zendryCases = providerCases({
  provider: zendry,
  account: (baseUrl) => ({
    baseUrl,
    clientId: 'client-for-tests',
    clientSecret: 'client-secret-for-tests',
    secretKey: 'SECRETKEY',
    webhookAuthorization: AUTHORIZATION,
  }),
  tokens: {
    '/auth/generate_token': {
      access_token: 'eyJhbGciOiJIUzI1NiJ9.for-tests',
      token_type: 'Bearer',
      expires_in: 1800,
    },
  },
  cases: [...charges, ...payouts],
  statuses: {
    reply: qrcode,
    words: {
      awaiting_payment: 'PENDING',
      paid: 'APPROVED',
      canceled: 'REJECTED',
      error: 'REJECTED',
      'never heard of': 'REJECTED',
    },
  },
  withdrawStatuses: {
    reply: payout,
    words: {
      authorization_pending: 'PENDING',
      auto_authorization: 'PENDING',
      sent: 'PENDING',
      completed: 'APPROVED',
      canceled: 'CANCELED',
      'never heard of': 'PENDING',
    },
  },
  notices,
  sign: ({ headers, body }, { secretKey }) => {
    const parsed = JSON.parse(body) as typeof qrcodeNotice | typeof paymentNotice;
    const { message } = parsed;
    const parts =
      'idempotent_id' in message
        ? ['payment', message.reference_code, message.idempotent_id, message.value_cents]
        : ['qrcode', message.reference_code, message.end_to_end, message.value_cents];
    const hash = md5([...parts, secretKey].join('.'));
    return { headers, body: JSON.stringify({ ...parsed, md5: hash }) };
  },
});
