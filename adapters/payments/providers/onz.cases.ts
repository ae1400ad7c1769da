import { providerCases } from '#/adapters/payments/evidence/provider-cases.ts';
import * as family from '#/adapters/payments/evidence/bacen-pix-cases.ts';
import { getTransactionCases } from '#/adapters/payments/evidence/bacen-pix-look-up-cases.ts';
import {
  payoutReplied,
  payouts,
  queuedPayout,
} from '#/adapters/payments/evidence/bacen-pix-payout-cases.ts';
import { notices } from '#/adapters/payments/evidence/bacen-pix-notice-cases.ts';
import { WITHDRAWAL_ID } from '#/adapters/payments/evidence/samples.ts';
import { cents } from '#/domain/values/money.ts';
import { onz, onzByClients } from './onz.ts';

const END_TO_END = 'E330535802025010903562129126f6b8';

const payout = (status: string, currency = 'BRL') => ({
  data: {
    id: 1448625,
    idempotencyKey: WITHDRAWAL_ID,
    endToEndId: END_TO_END,
    transactionType: 'PIX',
    status,
    payment: { currency, amount: 19.9 },
    refunds: [],
  },
});
const byId = { method: 'GET', path: `/api/v2/pix/payments/${END_TO_END}` } as const;
const byKey = {
  method: 'GET',
  path: `/api/v2/pix/payments/idempotencyKey/${WITHDRAWAL_ID}`,
} as const;
const paid = {
  withdrawId: END_TO_END,
  endToEndId: END_TO_END,
  status: 'APPROVED',
  amount: cents(1_990),
} as const;

const payoutWithHolder = {
  data: {
    ...payout('LIQUIDATED').data,
    creditorAccount: {
      ispb: '33053580',
      name: 'ONE TWO COMUNICACAO E SERVICOS DIGITAIS LTDA',
      issuer: '0000',
      number: '0000',
      document: '23169607000103',
      accountType: 'CACC',
    },
  },
};

/** Replies of ONZ's sandbox and documentation, with our amounts. */
export const onzCases = providerCases({
  provider: onz,
  account: family.account,
  tokens: family.tokens,
  cases: [
    ...family.charges,
    ...getTransactionCases,
    ...family.refunds,
    ...payouts,
    queuedPayout,
    payoutReplied('PENDING', 'REFUSED', { unknownStatus: 'REFUSED' }),
    {
      name: 'looks up a payout by its end-to-end id',
      operation: 'getWithdraw',
      input: { withdrawId: END_TO_END },
      exchanges: [{ request: byId, reply: { json: payout('LIQUIDATED') } }],
      result: paid,
    },
    {
      name: 'reads whose account a payout went to',
      operation: 'getWithdraw',
      input: { withdrawId: END_TO_END },
      exchanges: [{ request: byId, reply: { json: payoutWithHolder } }],
      result: { ...paid, holder: { document: '23169607000103' } },
    },
    {
      name: 'reports a payout in another currency as unreadable',
      operation: 'getWithdraw',
      input: { withdrawId: END_TO_END },
      exchanges: [{ request: byId, reply: { json: payout('LIQUIDATED', 'USD') } }],
      failure: { kind: 'unreadable', mayHaveHappened: false },
    },
    {
      name: 'reports an unauthorised payout look-up',
      operation: 'getWithdraw',
      input: { withdrawId: END_TO_END },
      exchanges: [{ request: byId, reply: { status: 403, json: {} } }],
      failure: { kind: 'unauthorized', mayHaveHappened: false },
    },
    {
      name: 'finds a payout by our idempotency key',
      operation: 'findWithdraw',
      input: { withdrawReference: WITHDRAWAL_ID },
      exchanges: [{ request: byKey, reply: { json: payout('LIQUIDATED') } }],
      result: paid,
    },
    {
      name: 'returns undefined for an unknown payout reference',
      operation: 'findWithdraw',
      input: { withdrawReference: WITHDRAWAL_ID },
      exchanges: [{ request: byKey, reply: { status: 404, json: {} } }],
      result: undefined,
    },
    {
      name: 'reports an unauthorised search for a payout',
      operation: 'findWithdraw',
      input: { withdrawReference: WITHDRAWAL_ID },
      exchanges: [{ request: byKey, reply: { status: 403, json: {} } }],
      failure: { kind: 'unauthorized', mayHaveHappened: false },
    },
  ],
  statuses: family.statuses,
  withdrawStatuses: {
    reply: (word) => payout(word),
    words: {
      PENDING: 'PENDING',
      PROCESSING: 'PENDING',
      LIQUIDATED: 'APPROVED',
      REJECTED: 'REJECTED',
      REFUNDED: 'REJECTED',
      CANCELED: 'CANCELED',
      PARTIALLY_REFUNDED: 'PENDING',
    },
  },
  notices: [
    ...notices,
    {
      name: 'that the bank refused a payout',
      body: {
        data: {
          status: 'REJECTED',
          message: 'Chave Pix não encontrada',
          createdAt: '2025-01-15T14:13:36.321+00:00',
          endToEndId: END_TO_END,
          webhookType: 'CASHOUT',
          idempotencyKey: WITHDRAWAL_ID,
        },
        type: 'CASHOUT',
      },
      says: [{ type: 'WITHDRAW', withdrawReference: WITHDRAWAL_ID, status: 'REJECTED' }],
    },
    {
      name: 'about an infraction with a status',
      body: { type: 'INFRACTION', data: { id: 7, status: 'PROCESSING' } },
      says: [],
    },
  ],
});

/** The same cases for the API of ONZ’s clients: only the request for the payout token differs. */
export const onzCasesByClients = providerCases({
  ...onzCases,
  provider: onzByClients,
  account: (url) => ({ ...family.account(url), api: 'clients' as const }),
});
