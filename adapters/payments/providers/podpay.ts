import { z } from 'zod';
import type { PaymentStatus } from '#/domain/ports/charge.ts';
import type { PixWithdrawRequest, WithdrawResult, WithdrawStatus } from '#/domain/ports/payout.ts';
import {
  bacenPixOfSpec,
  bacenPixPayoutStatuses,
  bacenPixStatuses,
} from '#/adapters/payments/families/bacen-pix.ts';
import {
  envelopeOf,
  transactionsApi,
  wireId,
} from '#/adapters/payments/families/transactions-api.ts';
import { byClients } from '#/adapters/payments/kit/account-api.ts';
import { inCents } from '#/adapters/payments/kit/values/amount.ts';
import { basicAuth } from '#/adapters/payments/kit/network/auth.ts';
import { defineProvider } from '#/adapters/payments/kit/define-provider.ts';
import { endpoint, lookup, type ProviderContext } from '#/adapters/payments/kit/endpoint.ts';
import { bothKeysAt, secret } from '#/adapters/payments/kit/keys.ts';
import { explainNoPayout } from '#/adapters/payments/kit/payout.ts';
import { lowerCaseKeyWords, pixKey } from '#/adapters/payments/kit/values/pix-key.ts';
import { statusMap } from '#/adapters/payments/kit/status.ts';
import { at } from '#/adapters/payments/kit/values/path-part.ts';

/** PodPay: PIX in and out over mutual TLS (acquirers.81, acquirers.25). */
export const podpay = defineProvider({
  ...bacenPixOfSpec,
  id: 'podpay',
  label: 'PodPay',
  status: bacenPixStatuses,
  withdrawStatus: bacenPixPayoutStatuses,
});

const account = bothKeysAt('https://api.podpay.co/v1').extend({
  ...byClients,
  /** A further key that payouts need. */
  withdrawKey: secret(z.string()).optional(),
});

type Account = z.output<typeof account>;

const family = transactionsApi<Account>({
  path: '/transactions',
});

const transfer = envelopeOf(
  z.object({
    id: wireId,
    status: z.string(),
    amount: z.number().int(),
    pixEnd2EndId: z.string().nullish(),
  }),
);

const withdrawal = (
  { id, status, amount, pixEnd2EndId }: z.output<typeof transfer>,
  context: ProviderContext<Account>,
): WithdrawResult => ({
  withdrawId: id,
  status: context.withdrawStatus(status),
  amount: context.cents(amount),
  ...(pixEnd2EndId && { endToEndId: pixEnd2EndId }),
});

/** As PodPay's public clients use it: the transactions API, and transfers with their own key. */
export const podpayByClients = defineProvider({
  id: 'podpay',
  label: 'PodPay',
  differenceFromSpecification: 'POST /v1/transactions, Basic publicKey:secretKey',
  evidence: 'documented',
  account,
  channels: ({ baseUrl, publicKey, secretKey, withdrawKey }) => {
    const keys = basicAuth(publicKey, secretKey);
    const headers = { ...keys.headers, ...(withdrawKey && { 'x-withdraw-key': withdrawKey }) };
    const secrets = [...keys.secrets, ...(withdrawKey ? [withdrawKey] : [])];
    return {
      main: { baseUrl, auth: keys },
      transfers: { baseUrl, auth: { ...keys, headers, secrets } },
    };
  },
  amount: inCents,
  status: statusMap<PaymentStatus>(
    {
      PENDING: ['waiting_payment', 'pending', 'processing', 'authorized', 'partially_paid'],
      APPROVED: ['approved', 'paid'],
      REJECTED: ['refused', 'canceled', 'cancelled', 'expired'],
      REFUNDED: ['refunded'],
      CHARGEBACK: ['in_protest', 'chargeback', 'chargedback'],
    },
    { otherwise: 'REJECTED' },
  ),
  withdrawStatus: statusMap<WithdrawStatus>(
    {
      PENDING: ['PENDING_QUEUE', 'pending', 'processing'],
      APPROVED: ['COMPLETED', 'transferred'],
      REJECTED: ['refused', 'failed'],
      CANCELED: ['canceled'],
    },
    { otherwise: 'PENDING' },
  ),
  operations: {
    charge: { PIX: family.charge },
    getTransaction: family.getTransaction,
    refund: family.refundBy('POST'),
    withdraw: {
      PIX: endpoint({
        method: 'POST',
        path: () => '/transfers',
        via: 'transfers',
        explain: explainNoPayout,
        body: (request: PixWithdrawRequest, context) => ({
          method: 'fiat',
          amount: context.amount(request.amount),
          netPayout: false,
          pixKey: pixKey(request),
          pixKeyType: { ...lowerCaseKeyWords, RANDOM: 'evp' }[request.pixType],
          description: request.description,
          externalRef: request.withdrawReference,
          postbackUrl: request.webhookUrl,
        }),
        reply: transfer,
        result: withdrawal,
      }),
    },
    getWithdraw: lookup({
      path: ({ withdrawId }: { readonly withdrawId: string }) => at('/transfers', withdrawId),
      via: 'transfers',
      reply: transfer,
      result: withdrawal,
    }),
  },
  notices: family.notices,
});
