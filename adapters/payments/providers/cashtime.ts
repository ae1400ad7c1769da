import { z } from 'zod';
import type { NoticeRequest, ProviderNotice } from '#/domain/ports/notice.ts';
import type { PixWithdrawRequest, WithdrawStatus } from '#/domain/ports/payout.ts';
import {
  cashtimeChannels,
  cashtimeOrderNotice,
  cashtimeOrders,
  mapCashtimeOrderWords,
  orderNotices,
} from '#/adapters/payments/families/cashtime-orders.ts';
import { wireId } from '#/adapters/payments/families/transactions-api.ts';
import { inCents } from '#/adapters/payments/kit/values/amount.ts';
import { defineProvider } from '#/adapters/payments/kit/define-provider.ts';
import { endpoint, type ProviderContext } from '#/adapters/payments/kit/endpoint.ts';
import { keysAt, type Keys } from '#/adapters/payments/kit/keys.ts';
import { jsonBody, payoutNotice } from '#/adapters/payments/kit/notices.ts';
import { pixKey } from '#/adapters/payments/kit/values/pix-key.ts';
import { ONLY_WHOLE_WITHOUT_TOTAL } from '#/adapters/payments/kit/refund.ts';
import { statusMap } from '#/adapters/payments/kit/status.ts';
import { explainNoPayout } from '#/adapters/payments/kit/payout.ts';

/** Cashtime: PIX in and out, as in its public clients (acquirers.79). */

const payout = z.object({ id: wireId, amount: z.number(), withdrawStatusId: z.string() });

const notice = cashtimeOrderNotice.extend({ withdrawStatusId: z.string().nullish() });

const keyWords = { CPF: 'CPF', CNPJ: 'CNPJ', EMAIL: 'EMAIL', PHONE: 'PHONE', RANDOM: 'EVP' };

const readNotices = (
  request: NoticeRequest,
  context: ProviderContext<Keys>,
): readonly ProviderNotice[] => {
  const body = jsonBody(request, notice);
  const { withdrawStatusId: word, externalCode: withdrawReference } = body;
  if (!word || !withdrawReference) return orderNotices(body, context);
  return [payoutNotice(context, { withdrawReference, word })];
};

export const cashtime = defineProvider({
  id: 'cashtime',
  label: 'Cashtime',
  evidence: 'documented',
  undocumented: ['refund'],
  account: keysAt('https://api.cashtime.com.br/v1'),
  channels: cashtimeChannels,
  amount: inCents,
  status: mapCashtimeOrderWords(),
  withdrawStatus: statusMap<WithdrawStatus>(
    {
      PENDING: ['PendingProcessing', 'pending', 'processing', 'waiting'],
      APPROVED: ['Successfull', 'success', 'paid', 'transferred', 'confirmed'],
      REJECTED: ['Failure', 'refused', 'failed', 'Reversed'],
      CANCELED: ['Canceled'],
    },
    { otherwise: 'PENDING' },
  ),
  // Which provider uses these texts is our assumption (acquirers.117).
  methodsNotTaken: {
    CREDIT_CARD: 'Credit card not implemented',
    BILLET: 'Boleto not implemented',
  },
  refundRights: ONLY_WHOLE_WITHOUT_TOTAL,
  operations: {
    ...cashtimeOrders,
    withdraw: {
      PIX: endpoint({
        method: 'POST',
        path: () => '/request/withdraw',
        explain: explainNoPayout,
        body: (request: PixWithdrawRequest, context) => ({
          amount: context.amount(request.amount),
          pixKey: pixKey(request),
          pixKeyType: keyWords[request.pixType],
          baasPostbackUrl: request.webhookUrl,
          externalCode: request.withdrawReference,
        }),
        reply: payout,
        result: ({ id, amount, withdrawStatusId }, context) => ({
          withdrawId: id,
          status: context.withdrawStatus(withdrawStatusId),
          amount: context.cents(amount),
        }),
      }),
    },
  },
  notices: { authenticity: 'none: read back', read: readNotices },
});
