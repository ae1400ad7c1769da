import { z } from 'zod';
import {
  endpoint,
  lookup,
  type Operation,
  type ProviderContext,
} from '#/adapters/payments/kit/endpoint.ts';
import { digestOf, jsonBody } from '#/adapters/payments/kit/notices.ts';
import { explainNoPayout } from '#/adapters/payments/kit/payout.ts';
import { at } from '#/adapters/payments/kit/values/path-part.ts';
import type { NoticeRequest, ProviderNotice } from '#/domain/ports/notice.ts';
import type { PixWithdrawRequest, WithdrawResult } from '#/domain/ports/payout.ts';
import { envelopeOf, readTransactionNotices } from './transactions-api.ts';

/** PIX payouts; the field names follow the rest of the transactions API. */

const fields = z.object({
  id: z.coerce.string(),
  status: z.string(),
  endToEndId: z.string().nullish(),
});
const createdReply = fields.extend({ amount: z.number().int().nullish() });
const lookUpReply = fields.extend({ amount: z.number().int() });

const withdrawal = <Account>(
  { id, status, endToEndId }: z.output<typeof fields>,
  context: ProviderContext<Account>,
): Omit<WithdrawResult, 'amount'> => ({
  withdrawId: id,
  status: context.withdrawStatus(status),
  ...(endToEndId && { endToEndId }),
});

const notice = z.object({
  type: z.string(),
  data: z.object({ status: z.string(), externalRef: z.string() }).optional().catch(undefined),
});

const PAYOUT_KINDS: readonly string[] = ['withdraw', 'transfer', 'cashout'];

/** @throws as `jsonBody` */
const readNotices = <Account>(
  request: NoticeRequest,
  context: ProviderContext<Account>,
): readonly ProviderNotice[] => {
  const { type, data } = jsonBody(request, notice);
  if (!PAYOUT_KINDS.includes(type)) return readTransactionNotices(request, context);
  if (data === undefined) return [];
  const { externalRef: withdrawReference, status } = data;
  return [
    {
      type: 'WITHDRAW',
      noticeId: digestOf(type, withdrawReference, status),
      withdrawReference,
      status: context.withdrawStatus(status),
    },
  ];
};

export const transactionsPayouts = <Account>(options: {
  readonly path: string;
  readonly pixKey: (request: PixWithdrawRequest) => string;
}) => {
  const { path, pixKey } = options;
  const payOut: Operation<Account, PixWithdrawRequest, WithdrawResult> = endpoint({
    method: 'POST',
    path: () => path,
    explain: explainNoPayout,
    body: (request, context) => ({
      amount: context.amount(request.amount),
      pixKey: pixKey(request),
      pixKeyType: request.pixType,
      name: request.name,
      document: request.document,
      description: request.description,
      externalRef: request.withdrawReference,
      postbackUrl: request.webhookUrl,
    }),
    reply: envelopeOf(createdReply),
    result: (reply, context, { amount }) => {
      const stated = typeof reply.amount === 'number' ? context.cents(reply.amount) : amount;
      return { ...withdrawal(reply, context), amount: stated };
    },
  });
  return {
    withdraw: { PIX: payOut },
    getWithdraw: lookup({
      path: ({ withdrawId }: { readonly withdrawId: string }) => at(path, withdrawId),
      reply: envelopeOf(lookUpReply),
      result: (reply, context: ProviderContext<Account>): WithdrawResult => ({
        ...withdrawal(reply, context),
        amount: context.cents(reply.amount),
      }),
    }),
    notices: {
      authenticity: 'none: read back',
      read: (request: NoticeRequest, context: ProviderContext<Account>) =>
        readNotices(request, context),
    },
  };
};
