import { unproven } from './common-cases.ts';
import { brCode } from '#/domain/brazil/br-code.ts';
import { cents } from '#/domain/values/money.ts';
import { CERTIFICATE_PATH } from './case-server.ts';
import {
  cob,
  getRequest,
  getTransactionCases,
  paidBy,
  pending,
  problem,
  TXID,
} from './bacen-pix-look-up-cases.ts';
import { KEY, notices } from './bacen-pix-notice-cases.ts';
import type { OperationCase } from './provider-cases.ts';
import { payoutReplied, payouts } from './bacen-pix-payout-cases.ts';
import { pixCharge, refundOf } from './samples.ts';

/** Replies of ONZ's documentation and of the BCB's own examples. */

export const account = (url: string) => ({
  baseUrl: url,
  cashOutBaseUrl: `${url}/api/v2`,
  clientId: 'client-for-tests',
  clientSecret: 'client-secret-for-tests',
  secretKey: 'sk_bank_for_tests',
  pixKey: KEY,
  certCashInUrl: `${url}${CERTIFICATE_PATH}`,
  certCashOutUrl: `${url}${CERTIFICATE_PATH}`,
});

export const tokens = {
  '/oauth/token': {
    access_token: 'eyJhbGciOiJSUzI1NiIsInR5cCIg',
    expires_in: 300,
    refresh_expires_in: 0,
    token_type: 'Bearer',
    'not-before-policy': 0,
    scope: 'email profile qrcodes',
  },
  '/api/v2/oauth/token': {
    accessToken: 'token-for-cash-out-tests',
    expiresAt: 4_102_444_800,
    refreshExpiresIn: 0,
    tokenType: 'Bearer',
    scope: 'api-account pix.write pix.read',
  },
};

const { expiresAt: _, ...withoutExpiry } = pending;

/** Built from the location where the payer's bank reads the charge (BCB manual). */
const CODE_OF_LOCATION = brCode({
  location: cob('ATIVA').location,
  merchantName: 'PIX',
  merchantCity: 'BRASIL',
  reusable: false,
});

const chargeBody = {
  calendario: { expiracao: 86_400 },
  devedor: { cpf: '52998224725', nome: 'Fulano de Tal' },
  valor: { original: '19.90', modalidadeAlteracao: 0 },
  chave: KEY,
  solicitacaoPagador: 'Um e-book',
};

const bearerToken = { authorization: 'Bearer eyJhbGciOiJSUzI1NiIsInR5cCIg' };

export const charges: readonly OperationCase[] = [
  {
    name: 'charges a person by PIX',
    operation: 'createTransaction',
    input: pixCharge,
    exchanges: [
      {
        request: { method: 'POST', path: '/cob', headers: bearerToken, json: chargeBody },
        reply: { status: 201, json: cob('ATIVA') },
      },
    ],
    result: pending,
  },
  {
    name: 'charges a company by PIX, with an expiry of one hour',
    operation: 'createTransaction',
    input: {
      ...pixCharge,
      expiresAt: '2026-11-20T13:00:00.000Z',
      customer: { ...pixCharge.customer, document: '12ABC34501DE35', name: 'Empresa SA' },
    },
    exchanges: [
      {
        request: {
          method: 'POST',
          path: '/cob',
          json: {
            ...chargeBody,
            calendario: { expiracao: 3_600 },
            devedor: { cnpj: '12ABC34501DE35', nome: 'Empresa SA' },
          },
        },
        reply: { status: 201, json: cob('ATIVA') },
      },
    ],
    result: pending,
  },
  {
    name: 'builds the PIX code from the location when the bank’s reply has none',
    operation: 'createTransaction',
    input: pixCharge,
    exchanges: [
      {
        request: { method: 'POST', path: '/cob', json: chargeBody },
        reply: { status: 201, json: { ...cob('ATIVA'), pixCopiaECola: undefined } },
      },
    ],
    result: { ...pending, pixCode: CODE_OF_LOCATION },
  },
  {
    name: 'returns no expiry when the bank’s reply has no valid one',
    operation: 'createTransaction',
    input: pixCharge,
    exchanges: [
      {
        request: { method: 'POST', path: '/cob', json: chargeBody },
        reply: {
          status: 201,
          json: {
            ...cob('ATIVA'),
            calendario: { criacao: '2026-11-20T12:00:00', expiracao: 9e15 },
          },
        },
      },
    ],
    result: withoutExpiry,
  },
  {
    name: 'reports a charge refused for invalid data',
    operation: 'createTransaction',
    input: pixCharge,
    exchanges: [
      {
        request: { method: 'POST', path: '/cob', json: chargeBody },
        reply: problem(400, 'CobOperacaoInvalida'),
      },
    ],
    failure: { kind: 'invalid', mayHaveHappened: false },
  },
];

const refundRequest = {
  method: 'POST',
  path: `/sells/${TXID}/refund`,
  headers: { authorization: `Basic ${Buffer.from('sk_bank_for_tests:').toString('base64')}` },
} as const;

const lookUpBefore = { request: getRequest, reply: { json: cob('CONCLUIDA') } } as const;

export const refunds: readonly OperationCase[] = [
  {
    name: 'refunds a whole charge with an empty request, and reports a 200 as done when the charge states no PIX',
    operation: 'refund',
    input: refundOf(TXID),
    exchanges: [lookUpBefore, { request: refundRequest, reply: { json: { id: 'D0001' } } }],
    result: { refundId: 'D0001', status: true },
  },
  {
    name: 'reports a refund as accepted but not done when the charge states its PIX, because a look-up will show the return',
    operation: 'refund',
    input: refundOf(TXID),
    exchanges: [
      { request: getRequest, reply: { json: paidBy('19.90') } },
      { request: refundRequest, reply: { json: { id: 'D0001' } } },
    ],
    result: { refundId: 'D0001', status: false, isAccepted: true },
  },
  {
    name: 'rejects a partial refund, because the bank refunds only whole charges',
    operation: 'refund',
    input: { ...refundOf(TXID), amount: cents(500) },
    exchanges: [lookUpBefore],
    failure: {
      kind: 'invalid',
      mayHaveHappened: false,
      text: 'Este adquirente só devolve o valor inteiro da venda.',
    },
  },
  {
    name: 'rejects a refund of a charge that the bank does not find, because the bank would return whatever was paid',
    operation: 'refund',
    input: { ...refundOf(TXID), amount: cents(500) },
    exchanges: [{ request: getRequest, reply: problem(404, 'CobNaoEncontrado') }],
    failure: {
      kind: 'invalid',
      mayHaveHappened: false,
      text: 'O adquirente não encontrou a cobrança.',
    },
  },
  {
    name: 'reports a refused refund',
    operation: 'refund',
    input: refundOf(TXID),
    exchanges: [
      lookUpBefore,
      { request: refundRequest, reply: problem(422, 'PixDevolucaoInvalida') },
    ],
    failure: unproven,
  },
];

export const statuses = {
  reply: cob,
  words: {
    ATIVA: 'PENDING',
    REMOVIDA_PELO_PSP: 'PENDING',
    LIQUIDATED: 'APPROVED',
    CONCLUIDA: 'APPROVED',
    REFUND: 'CHARGEBACK',
    REMOVIDA_PELO_USUARIO_RECEBEDOR: 'REJECTED',
  },
} as const;

/** All cases of a family member of which we know only what acquirers.81 to acquirers.84 state. */
export const ofSpec = {
  account,
  tokens,
  cases: [
    ...charges,
    ...getTransactionCases,
    ...refunds,
    ...payouts,
    payoutReplied('APPROVED', 'QUEUED', { unknownStatus: 'QUEUED' }),
    payoutReplied('REJECTED', 'REJECTED'),
    payoutReplied('REJECTED', 'ERROR'),
    payoutReplied('REJECTED', 'REFUSED'),
    payoutReplied('PENDING', 'refused', { unknownStatus: 'refused' }),
  ],
  statuses,
  notices: [
    ...notices,
    {
      name: 'about a payout',
      body: { type: 'CASHOUT', data: { status: 'LIQUIDATED' } },
      says: [],
    },
  ],
} as const;
