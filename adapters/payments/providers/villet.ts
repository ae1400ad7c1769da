import { z } from 'zod';
import type { ReceiverWithdrawRequest, WithdrawResult } from '#/domain/ports/payout.ts';
import type { ReceiverRequest, ReceiverResult } from '#/domain/ports/receiver.ts';
import { branchDigitOf } from '#/domain/brazil/banks.ts';
import {
  documentOf,
  everyMethod,
  transactionsApi,
  wireId,
} from '#/adapters/payments/families/transactions-api.ts';
import {
  payoutStatuses,
  statusesWithExpired,
} from '#/adapters/payments/families/transactions-api-words.ts';
import { inCents } from '#/adapters/payments/kit/values/amount.ts';
import { basicAuth } from '#/adapters/payments/kit/network/auth.ts';
import { defineProvider } from '#/adapters/payments/kit/define-provider.ts';
import {
  endpoint,
  lookup,
  type Operation,
  type ProviderContext,
} from '#/adapters/payments/kit/endpoint.ts';
import { keysAt, type Keys } from '#/adapters/payments/kit/keys.ts';
import { explainNoPayout } from '#/adapters/payments/kit/payout.ts';
import { at } from '#/adapters/payments/kit/values/path-part.ts';

/** Villet: `families/transactions-api` with receivers and transfers (acquirers.67), partly inferred. */

const recipient = z.object({ id: wireId, createdAt: z.string().nullish() });
const available = z.object({ amount: z.number().int() });
const transfer = z.object({ id: wireId, status: z.string(), amount: z.number().int() });

const { charge, getTransaction, refundBy, notices } = transactionsApi<Keys>({
  path: '/transactions',
});

const recipientOf = ({ name, document, email, phone, bankAccount }: ReceiverRequest) => {
  const { number: documentNumber, type: documentType } = documentOf(document);
  return {
    legalName: name,
    email,
    phone,
    document: documentOf(document),
    // Villet pays out only when the platform requests it.
    transferSettings: { transferEnabled: false, automaticAnticipationEnabled: false },
    bankAccount: {
      bankCode: bankAccount.bankCode,
      agencyNumber: bankAccount.branchNumber,
      agencyDigit: branchDigitOf(bankAccount),
      accountNumber: bankAccount.accountNumber,
      accountDigit: bankAccount.accountDigit,
      type: bankAccount.accountType === 'CHECKING' ? 'conta_corrente' : 'conta_poupanca',
      legalName: name,
      documentNumber,
      documentType,
    },
  };
};

/** Pending until the reply has a creation time (acquirers.37). */
const receiverResult = ({ id, createdAt }: z.output<typeof recipient>): ReceiverResult => ({
  providerReceiverId: id,
  status: createdAt ? 'ACTIVE' : 'PENDING',
});

const transferResult = (
  { id, status, amount }: z.output<typeof transfer>,
  context: ProviderContext<Keys>,
): WithdrawResult => ({
  withdrawId: id,
  status: context.withdrawStatus(status),
  amount: context.cents(amount),
});

const getReceiver: Operation<
  Keys,
  { readonly providerReceiverId: string },
  ReceiverResult | undefined
> = async ({ providerReceiverId }, context) => {
  const reply = await context.find(
    { method: 'GET', path: at('/recipients', providerReceiverId) },
    recipient,
  );
  if (reply === undefined) return undefined;
  const { amount } = await context.call(
    { method: 'GET', path: '/balance/available', query: { recipientId: providerReceiverId } },
    available,
  );
  return { ...receiverResult(reply), balance: context.cents(amount) };
};

export const villet = defineProvider({
  id: 'villet',
  label: 'Villet',
  evidence: 'inferred',
  account: keysAt(),
  channels: ({ baseUrl, secretKey }) => ({ main: { baseUrl, auth: basicAuth(secretKey) } }),
  amount: inCents,
  takesCardData: true,
  status: statusesWithExpired,
  withdrawStatus: payoutStatuses,
  operations: {
    charge: everyMethod(charge),
    getTransaction,
    refund: refundBy('POST'),
    withdraw: {
      RECEIVER: endpoint({
        method: 'POST',
        path: () => '/transfers',
        explain: explainNoPayout,
        body: ({ amount, providerReceiverId, webhookUrl }: ReceiverWithdrawRequest, context) => ({
          amount: context.amount(amount),
          recipientId: providerReceiverId,
          postbackUrl: webhookUrl,
        }),
        reply: transfer,
        result: transferResult,
      }),
    },
    getWithdraw: lookup({
      path: ({ withdrawId }: { readonly withdrawId: string }) => at('/transfers', withdrawId),
      reply: transfer,
      result: transferResult,
    }),
    createReceiver: endpoint({
      method: 'POST',
      path: () => '/recipients',
      body: recipientOf,
      reply: recipient,
      result: receiverResult,
    }),
    getReceiver,
  },
  notices,
});
