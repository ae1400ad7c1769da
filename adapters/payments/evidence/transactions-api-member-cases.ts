import { unproven } from './common-cases.ts';
import { cents } from '#/domain/values/money.ts';
import type { PaymentStatus } from '#/domain/ports/charge.ts';
import type { PixWithdrawRequest } from '#/domain/ports/payout.ts';
import type { NoticeCase, OperationCase } from './provider-cases.ts';
import { card, pixWithdrawal, WEBHOOK_URL, WITHDRAWAL_ID } from './samples.ts';
import * as family from './transactions-api-cases.ts';

/** Cases for members without public documentation. */

const path = '/transactions' as const;

export const notices = family.notices({ paid: 'APPROVED', refunded: 'REFUNDED' });

export const member = (
  account: { readonly chargePath?: '/user/transactions' | '/transactions/v2/purchase' } = {},
  overrides: Parameters<typeof family.charges>[2] = {},
) => ({
  account: (baseUrl: string) => ({
    baseUrl,
    secretKey: 'sk_for_tests',
    chargePath: path,
    ...account,
  }),
  cases: [
    ...family.charges({ path: account.chargePath ?? path }, undefined, overrides),
    {
      name: 'rejects a card charge without a token',
      operation: 'createTransaction',
      input: { ...family.inputs.CREDIT_CARD, cardToken: '' },
      exchanges: [],
      failure: {
        kind: 'invalid',
        mayHaveHappened: false,
        text: 'Card token is required for credit card payments.',
      },
    },
    ...family.getTransactionCases({ path }),
    ...family.refunds({ path }),
  ] satisfies readonly OperationCase[],
  notices,
});

export const statuses = (otherwise: PaymentStatus) => ({
  reply: (word: string) => family.reply({ status: word }),
  words: {
    waiting: 'PENDING',
    waiting_payment: 'PENDING',
    awaiting_payment: 'PENDING',
    pending: 'PENDING',
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
    in_protest: 'CHARGEBACK',
    chargeback: 'CHARGEBACK',
    chargedback: 'CHARGEBACK',
    refunded: 'REFUNDED',
    'never heard of': otherwise,
  } as const,
});

const transfer = (status: string) => ({ id: 77, status, amount: 1990, externalRef: WITHDRAWAL_ID });

export const withdrawStatuses = {
  reply: transfer,
  words: {
    waiting: 'PENDING',
    pending: 'PENDING',
    processing: 'PENDING',
    paid: 'APPROVED',
    success: 'APPROVED',
    transferred: 'APPROVED',
    confirmed: 'APPROVED',
    refused: 'REJECTED',
    rejected: 'REJECTED',
    failed: 'REJECTED',
    error: 'REJECTED',
    canceled: 'CANCELED',
    cancelled: 'CANCELED',
    'never heard of': 'PENDING',
  },
} as const;

const byPhone: PixWithdrawRequest = {
  ...pixWithdrawal,
  pixKey: '+5511912345678',
  pixType: 'PHONE',
};

const pendingPayout = { withdrawId: '77', status: 'PENDING', amount: cents(1_990) } as const;

export const payouts = (
  payoutPath: string,
  { phoneOnWire = '+5511912345678' }: { readonly phoneOnWire?: string } = {},
): readonly OperationCase[] => {
  const request = {
    method: 'POST',
    path: payoutPath,
    json: {
      amount: 1990,
      pixKey: phoneOnWire,
      pixKeyType: 'PHONE',
      name: 'Fulano de Tal',
      document: '52998224725',
      description: 'Saque',
      externalRef: WITHDRAWAL_ID,
      postbackUrl: WEBHOOK_URL,
    },
  } as const;
  const payOut = { operation: 'withdraw', input: byPhone } as const;
  const lookUp = { operation: 'getWithdraw', input: { withdrawId: '77' } } as const;
  const lookUpRequest = { method: 'GET', path: `${payoutPath}/77` } as const;
  return [
    {
      ...payOut,
      name: 'pays out to a phone key',
      exchanges: [{ request, reply: { json: transfer('processing') } }],
      result: pendingPayout,
    },
    {
      ...payOut,
      name: 'pays out when the reply has no amount',
      exchanges: [{ request, reply: { json: { data: { id: 77, status: 'processing' } } } }],
      result: pendingPayout,
    },
    {
      ...payOut,
      name: 'reports a payout answered with refused as not made',
      exchanges: [{ request, reply: { json: transfer('refused') } }],
      result: { ...pendingPayout, status: 'REJECTED' },
    },
    {
      ...payOut,
      name: 'reports a payout answered with REFUSED, which is no known status word, as pending',
      exchanges: [{ request, reply: { json: transfer('REFUSED') } }],
      result: { ...pendingPayout, unknownStatus: 'REFUSED' },
    },
    {
      ...payOut,
      name: 'reports a payout refused for invalid data',
      exchanges: [{ request, reply: { status: 422, json: { message: 'pixKey' } } }],
      failure: unproven,
    },
    {
      ...lookUp,
      name: 'looks up a payout',
      exchanges: [
        { request: lookUpRequest, reply: { json: { ...transfer('paid'), endToEndId: 'E1234' } } },
      ],
      result: { ...pendingPayout, status: 'APPROVED', endToEndId: 'E1234' },
    },
    {
      ...lookUp,
      name: 'reports an unauthorised payout look-up',
      exchanges: [{ request: lookUpRequest, reply: { status: 403, json: {} } }],
      failure: { kind: 'unauthorized', mayHaveHappened: false },
    },
  ];
};

/** Keys of a wrong length, which the adapter rejects without a request. */
export const keyChecks: readonly OperationCase[] = (
  [
    ['CPF', '5299822472', 'CPF inválido, deve conter 11 dígitos.'],
    ['CNPJ', '1144477700016', 'CNPJ inválido, deve conter 14 dígitos.'],
    ['PHONE', '+55912345678', 'Telefone inválido, deve conter 10 ou 11 dígitos.'],
  ] as const
).map(([pixType, pixKey, text]) => ({
  name: `rejects a ${pixType} key of the wrong length`,
  operation: 'withdraw',
  input: { ...pixWithdrawal, pixKey, pixType },
  exchanges: [],
  failure: { kind: 'invalid', mayHaveHappened: false, text },
}));

export const noticesWithPayouts: readonly NoticeCase[] = [
  ...notices,
  {
    name: 'that a payout was paid',
    body: { id: 4, type: 'transfer', objectId: '77', data: transfer('transferred') },
    says: [{ type: 'WITHDRAW', withdrawReference: WITHDRAWAL_ID, status: 'APPROVED' }],
  },
];

export const cardTokens = (tokenPath: string): readonly OperationCase[] => {
  const request = { method: 'POST', path: tokenPath, json: family.cardOnWire } as const;
  const tokenise = { operation: 'createCardToken', input: card } as const;
  return [
    {
      ...tokenise,
      name: 'tokenises a card when the reply holds a token',
      exchanges: [{ request, reply: { json: { token: 'tok_1' } } }],
      result: 'tok_1',
    },
    {
      ...tokenise,
      name: 'tokenises a card when the reply holds an id',
      exchanges: [{ request, reply: { json: { success: true, data: { id: 12 } } } }],
      result: '12',
    },
    {
      ...tokenise,
      name: 'reports the tokeniser’s message for an invalid card',
      exchanges: [
        { request, reply: { status: 422, json: { errors: [{ message: 'Cartão vencido' }] } } },
      ],
      failure: { kind: 'invalid', mayHaveHappened: false, text: 'Cartão vencido' },
    },
    {
      ...tokenise,
      name: 'rejects a card whose holder has no surname, without sending it',
      input: { ...card, holderName: 'Fulano' },
      exchanges: [],
      failure: {
        kind: 'invalid',
        mayHaveHappened: false,
        text: 'Nome do titular inválido, deve conter nome e sobrenome.',
      },
    },
  ];
};
