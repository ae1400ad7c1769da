import type { TransactionRequest } from '#/domain/ports/charge.ts';
import { z } from 'zod';
import {
  everyMethod,
  transactionBody,
  transactionReply,
  transactionResult,
  transactionsApi,
} from '#/adapters/payments/families/transactions-api.ts';
import { statusesWithExpired } from '#/adapters/payments/families/transactions-api-words.ts';
import { inCents } from '#/adapters/payments/kit/values/amount.ts';
import { basicAuth } from '#/adapters/payments/kit/network/auth.ts';
import { defineProvider } from '#/adapters/payments/kit/define-provider.ts';
import { endpoint, type Operation } from '#/adapters/payments/kit/endpoint.ts';
import { keysAt } from '#/adapters/payments/kit/keys.ts';
import type { ChargeReply } from '#/adapters/payments/kit/values/charge-amount.ts';

/** Hunterpay, by HunterSub's API: `families/transactions-api` with refunds by DELETE (acquirers.76). */

const account = keysAt('https://api.huntersub.com.br/functions/v1').extend({
  /** The Basic password (the key is the user), if the account has one. */
  companyId: z.string().optional(),
});

type Account = z.output<typeof account>;

const family = transactionsApi<Account>({ path: '/transactions' });

const methods = { PIX: 'PIX', CREDIT_CARD: 'CREDIT_CARD', BILLET: 'BOLETO' } as const;

const charge: Operation<Account, TransactionRequest, ChargeReply> = endpoint({
  method: 'POST',
  path: () => '/transactions',
  body: (request, context) => {
    const { customer, ...rest } = transactionBody(request, context);
    const { number, type } = customer.document;
    return {
      ...rest,
      paymentMethod: methods[request.paymentMethod],
      customer: { ...customer, document: { number, type: type.toUpperCase() } },
      description: request.description.slice(0, 500),
    };
  },
  reply: transactionReply,
  result: transactionResult,
});

export const hunterpay = defineProvider({
  id: 'hunterpay',
  label: 'Hunterpay',
  evidence: 'documented',
  undocumented: ['card', 'boleto', 'refund', 'split'],
  account,
  channels: ({ baseUrl, secretKey, companyId }) => ({
    main: { baseUrl, auth: basicAuth(secretKey, companyId) },
  }),
  amount: inCents,
  takesCardData: true,
  status: statusesWithExpired,
  operations: {
    charge: everyMethod(charge),
    getTransaction: family.getTransaction,
    refund: family.refundBy('DELETE'),
  },
  notices: family.notices,
});
