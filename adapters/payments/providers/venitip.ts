import { z } from 'zod';
import { everyMethod, transactionsApi } from '#/adapters/payments/families/transactions-api.ts';
import { statusesWithExpired } from '#/adapters/payments/families/transactions-api-words.ts';
import { byClients } from '#/adapters/payments/kit/account-api.ts';
import { inCents } from '#/adapters/payments/kit/values/amount.ts';
import { basicAuth } from '#/adapters/payments/kit/network/auth.ts';
import { defineProvider } from '#/adapters/payments/kit/define-provider.ts';
import { keysAt } from '#/adapters/payments/kit/keys.ts';

/** Host, keys and bodies as in Venitip's public clients. */

const account = keysAt('https://api.venitip.com.br/functions/v1').extend({
  companyId: z.string().min(1),
});

type Account = z.output<typeof account>;

const ofSpec = transactionsApi<Account>({ path: '/transactions', wordCase: 'upper' });
const ofClients = transactionsApi<Account>({ path: '/transactions/pix', wordCase: 'upper' });

const common = {
  id: 'venitip',
  label: 'Venitip',
  channels: ({ baseUrl, secretKey, companyId }: Account) => ({
    main: { baseUrl, auth: basicAuth(secretKey, companyId) },
  }),
  amount: inCents,
  notices: ofSpec.notices,
  status: statusesWithExpired,
} as const;

/** Venitip by the transactions API (acquirers.74). */
export const venitip = defineProvider({
  ...common,
  evidence: 'spec',
  account,
  takesCardData: true,
  operations: {
    charge: everyMethod(ofSpec.charge),
    getTransaction: ofSpec.getTransaction,
    refund: ofSpec.refundBy('POST'),
  },
});

/** As Venitip's public clients use it (venit.readme.io); refunds follow acquirers.74. */
export const venitipByClients = defineProvider({
  ...common,
  differenceFromSpecification: 'POST /transactions/pix, GET /transactions/pix/{id}, PIX alone',
  evidence: 'documented',
  undocumented: ['refund', 'split'],
  account: account.extend(byClients),
  operations: {
    charge: { PIX: ofClients.charge },
    getTransaction: ofClients.getTransaction,
    refund: ofSpec.refundBy('POST'),
  },
});
