import { createHash } from 'node:crypto';
import { methodsNotTaken, unproven } from '#/adapters/payments/evidence/common-cases.ts';
import { providerCases } from '#/adapters/payments/evidence/provider-cases.ts';
import {
  BR_CODE,
  ORDER_ID,
  pixCharge,
  pixWithdrawal,
  WEBHOOK_URL,
  WITHDRAWAL_ID,
} from '#/adapters/payments/evidence/samples.ts';
import { cents } from '#/domain/values/money.ts';
import { noxpay } from './noxpay.ts';

const TXID = '62969bde144d4ed184b197bc8';
const PAYOUT_ID = '2ed3f4d5-3365-47b6-bf24-83ee380a77c6';
const SECRET = 'whsec_noxpay_for_tests';

const charge = (status: string) => ({
  Method: 'PIX',
  Status: status,
  Code: ORDER_ID,
  TxID: TXID,
  Amount: 19.9,
});
const payout = (status: string) => ({
  Method: 'PIXOUT',
  Status: status,
  Code: WITHDRAWAL_ID,
  TxID: PAYOUT_ID,
  Amount: 19.9,
});

const chargeRequest = {
  method: 'POST',
  path: '/payment',
  headers: { 'api-key': 'key_noxpay_for_tests' },
  json: {
    method: 'PIX',
    code: ORDER_ID,
    amount: 19.9,
    webhook_url: WEBHOOK_URL,
    client_name: 'Fulano de Tal',
    client_document: '52998224725',
  },
} as const;
const payoutRequest = {
  method: 'POST',
  path: '/payment',
  json: {
    method: 'PIXOUT',
    code: WITHDRAWAL_ID,
    amount: 19.9,
    type: 'PIX_KEY',
    pixkey: '52998224725',
    webhook_url: WEBHOOK_URL,
    client_name: 'Fulano de Tal',
    client_document: '52998224725',
  },
} as const;
const lookUpRequest = (identifier: string) =>
  ({ method: 'GET', path: `/payment/${identifier}` }) as const;

const pending = {
  paymentMethod: 'PIX',
  transactionId: TXID,
  status: 'PENDING',
  amount: cents(1_990),
} as const;
const paid = { ...pending, status: 'APPROVED' } as const;
const pendingPayout = { withdrawId: PAYOUT_ID, status: 'PENDING', amount: cents(1_990) } as const;
const paidPayout = { ...pendingPayout, status: 'APPROVED' } as const;

const invalid = { kind: 'invalid', mayHaveHappened: false } as const;
const unauthorized = { kind: 'unauthorized', mayHaveHappened: false } as const;
const noKey = { status: 401, json: { detail: 'api-key' } };

/** Signs a notice as the gateway does. */
const signNotice = (body: object | null, header = 'x-signature') => {
  const text = JSON.stringify(body);
  const signature = createHash('sha256')
    .update(SECRET + text)
    .digest('base64');
  return { headers: { [header]: signature }, body: text };
};

/** Cases from the gateway's own examples. */
export const noxpayCases = providerCases({
  provider: noxpay,
  account: (baseUrl) => ({
    baseUrl,
    secretKey: 'key_noxpay_for_tests',
    webhookSecret: SECRET,
  }),
  cases: [
    ...methodsNotTaken({
      CREDIT_CARD: 'Unsupported payment method',
      BILLET: 'Unsupported payment method',
    }),
    {
      name: 'charges by PIX, and reads the field names of the creation reply',
      operation: 'createTransaction',
      input: pixCharge,
      exchanges: [
        {
          request: chargeRequest,
          reply: {
            status: 201,
            json: {
              method: 'PIX',
              code: ORDER_ID,
              QRCode: 'https://noxpay.example/qr.svg',
              QRCodeText: BR_CODE,
              txid: TXID,
              Status: 'WAITING_PAYMENT',
            },
          },
        },
      ],
      result: { ...pending, amount: null, pixCode: BR_CODE },
    },
    {
      name: 'reports a charge refused for invalid data',
      operation: 'createTransaction',
      input: pixCharge,
      exchanges: [{ request: chargeRequest, reply: { status: 422, json: { detail: 'code' } } }],
      failure: invalid,
    },
    {
      name: 'reads a paid charge',
      operation: 'getTransaction',
      input: { transactionId: TXID },
      exchanges: [
        {
          request: lookUpRequest(TXID),
          reply: { json: { ...charge('PAID'), end2end: 'E18236120202206142202a1022c1tg10' } },
        },
      ],
      result: { ...paid, endToEndId: 'E18236120202206142202a1022c1tg10' },
    },
    {
      name: 'reports an unauthorised charge look-up',
      operation: 'getTransaction',
      input: { transactionId: TXID },
      exchanges: [{ request: lookUpRequest(TXID), reply: noKey }],
      failure: unauthorized,
    },
    {
      name: 'finds a charge by our order id',
      operation: 'findTransaction',
      input: { orderId: ORDER_ID },
      exchanges: [{ request: lookUpRequest(ORDER_ID), reply: { json: charge('WAITING_PAYMENT') } }],
      result: pending,
    },
    {
      name: 'returns undefined for an unknown order id',
      operation: 'findTransaction',
      input: { orderId: ORDER_ID },
      exchanges: [{ request: lookUpRequest(ORDER_ID), reply: { status: 404, json: {} } }],
      result: undefined,
    },
    {
      name: 'reports an unauthorised search for a charge',
      operation: 'findTransaction',
      input: { orderId: ORDER_ID },
      exchanges: [{ request: lookUpRequest(ORDER_ID), reply: noKey }],
      failure: unauthorized,
    },
    {
      name: 'pays out to a PIX key',
      operation: 'withdraw',
      input: pixWithdrawal,
      exchanges: [
        { request: payoutRequest, reply: { status: 201, json: payout('WAITING_PAYMENT') } },
      ],
      result: pendingPayout,
    },
    {
      name: 'reports a payout answered with REFUSED as not made',
      operation: 'withdraw',
      input: pixWithdrawal,
      exchanges: [{ request: payoutRequest, reply: { json: payout('REFUSED') } }],
      result: { ...pendingPayout, status: 'REJECTED' },
    },
    {
      name: 'reports a payout refused for invalid data',
      operation: 'withdraw',
      input: pixWithdrawal,
      exchanges: [{ request: payoutRequest, reply: { status: 422, json: { detail: 'pixkey' } } }],
      failure: unproven,
    },
    {
      name: 'looks up a payout',
      operation: 'getWithdraw',
      input: { withdrawId: PAYOUT_ID },
      exchanges: [{ request: lookUpRequest(PAYOUT_ID), reply: { json: payout('PAID') } }],
      result: paidPayout,
    },
    {
      name: 'reports an unauthorised payout look-up',
      operation: 'getWithdraw',
      input: { withdrawId: PAYOUT_ID },
      exchanges: [{ request: lookUpRequest(PAYOUT_ID), reply: noKey }],
      failure: unauthorized,
    },
    {
      name: 'finds a payout by our reference',
      operation: 'findWithdraw',
      input: { withdrawReference: WITHDRAWAL_ID },
      exchanges: [{ request: lookUpRequest(WITHDRAWAL_ID), reply: { json: payout('PAID') } }],
      result: paidPayout,
    },
    {
      name: 'reports an unauthorised search for a payout',
      operation: 'findWithdraw',
      input: { withdrawReference: WITHDRAWAL_ID },
      exchanges: [{ request: lookUpRequest(WITHDRAWAL_ID), reply: noKey }],
      failure: unauthorized,
    },
  ],
  statuses: {
    reply: charge,
    words: {
      WAITING_PAYMENT: 'PENDING',
      PAY: 'APPROVED',
      PAID: 'APPROVED',
      REFUSED: 'REJECTED',
      CANCELED: 'REJECTED',
      REFUNDED: 'REFUNDED',
      CHARGEBACK: 'CHARGEBACK',
      'never heard of': 'PENDING',
    },
  },
  withdrawStatuses: {
    reply: payout,
    words: {
      WAITING_PAYMENT: 'PENDING',
      PAY: 'APPROVED',
      PAID: 'APPROVED',
      REFUSED: 'REJECTED',
      ERROR: 'REJECTED',
      CANCELED: 'CANCELED',
      'never heard of': 'PENDING',
    },
  },
  notices: [
    {
      name: 'that a charge was paid',
      ...signNotice(charge('PAID')),
      says: [{ type: 'TRANSACTION', transactionId: TXID, orderId: ORDER_ID, status: 'APPROVED' }],
    },
    {
      name: 'that a payout was paid, signed in the header noxpay-sign',
      ...signNotice(payout('PAID'), 'noxpay-sign'),
      says: [{ type: 'WITHDRAW', withdrawReference: WITHDRAWAL_ID, status: 'APPROVED' }],
    },
    {
      name: 'about a PIX without a charge',
      ...signNotice({ end2end_id: 'E31872495202212012125Yu7PIMArtyx', merchant: 27, value: 800 }),
      says: [],
    },
    { name: 'without a signature', body: charge('PAID'), says: 'unauthorized' },
    {
      name: 'that was changed after it was signed',
      headers: signNotice(charge('WAITING_PAYMENT')).headers,
      body: charge('PAID'),
      says: 'unauthorized',
    },
    { name: 'whose body is null', ...signNotice(null), says: [] },
  ],
  sign: ({ headers, body }) => {
    const proof = signNotice(JSON.parse(body) as object);
    return { ...proof, headers: { ...headers, ...proof.headers } };
  },
});
