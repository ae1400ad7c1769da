import { z } from 'zod';
import type { PaymentStatus, TransactionRequest } from '#/domain/ports/charge.ts';
import type { NoticeRequest, ProviderNotice } from '#/domain/ports/notice.ts';
import { inReais } from '#/adapters/payments/kit/values/amount.ts';
import { bearer } from '#/adapters/payments/kit/network/auth.ts';
import { bcbPerson } from '#/adapters/payments/kit/values/bcb-person.ts';
import {
  endpoint,
  type Operation,
  type ProviderContext,
} from '#/adapters/payments/kit/endpoint.ts';
import { endOf, secondsUntilEnd, type ExpiryRule } from '#/adapters/payments/kit/values/expiry.ts';
import { digestOf, jsonBody } from '#/adapters/payments/kit/notices.ts';
import { keysAt, type Keys } from '#/adapters/payments/kit/keys.ts';
import { statusMap, type StatusWords } from '#/adapters/payments/kit/status.ts';
import type { ChargeReply } from '#/adapters/payments/kit/values/charge-amount.ts';

/** PIX by two calls, charge and look-up (acquirers.86). The authentication and the fields of replies and notices are inferred. */

const charge = z.object({
  txId: z.coerce.string(),
  status: z.string(),
  valor: z.union([z.number(), z.string()]),
  pixCopiaECola: z.string().nullish(),
});

const transaction = (
  reply: z.output<typeof charge>,
  context: ProviderContext<Keys>,
): ChargeReply => ({
  paymentMethod: 'PIX',
  transactionId: reply.txId,
  status: context.status(reply.status),
  amount: { asked: context.cents(reply.valor), paid: 'NEVER_STATED' },
  ...(reply.pixCopiaECola && { pixCode: reply.pixCopiaECola }),
});

/** @param expiry the rule, if it is known */
const chargeOperation = (expiry?: ExpiryRule): Operation<Keys, TransactionRequest, ChargeReply> =>
  endpoint({
    method: 'POST',
    path: () => '/GerarQRCode',
    body: (request, context) => ({
      valor: context.amount(request.amount),
      descricao: request.description,
      pagador: bcbPerson(request.customer),
      expiracao: expiry && secondsUntilEnd(request, expiry, context.now),
    }),
    reply: charge,
    result: (reply, context, request) => ({
      ...transaction(reply, context),
      ...(expiry && { expiresAt: endOf(request, expiry, context.now()) }),
    }),
  });

const readCharge: Operation<
  Keys,
  { readonly transactionId: string },
  ChargeReply | undefined
> = async ({ transactionId }, context) => {
  const json = { txId: transactionId };
  const reply = await context.find({ method: 'POST', path: '/consultaQRCode', json }, charge);
  return reply && transaction(reply, context);
};

/** Ignores a notice without a charge or status (acquirers.57). @throws as `jsonBody` */
const readNotices = (
  request: NoticeRequest,
  context: ProviderContext<Keys>,
): readonly ProviderNotice[] => {
  const { txId: transactionId, status } = jsonBody(
    request,
    charge.pick({ txId: true, status: true }).partial(),
  );
  if (transactionId === undefined || status === undefined) return [];
  const noticeId = digestOf(transactionId, status);
  return [{ type: 'TRANSACTION', noticeId, transactionId, status: context.status(status) }];
};

export const qrCodeOperations = (expiry?: ExpiryRule) =>
  ({ charge: { PIX: chargeOperation(expiry) }, getTransaction: readCharge }) as const;

const words = {
  PENDING: ['ATIVA', 'PENDENTE', 'PROCESSANDO'],
  APPROVED: ['CONCLUIDA', 'CONFIRMADA', 'RECEBIDA'],
  REJECTED: ['RECUSADA', 'CANCELADA'],
  REFUNDED: ['DEVOLVIDA'],
} as const satisfies StatusWords<PaymentStatus>;

/** Status words, inferred (acquirers.31). */
export const qrCodeStatuses = statusMap<PaymentStatus>(words, { otherwise: 'REJECTED' });

export const qrCodeApi = {
  evidence: 'spec',
  account: keysAt(),
  channels: ({ baseUrl, secretKey }: Keys) => ({ main: { baseUrl, auth: bearer(secretKey) } }),
  amount: inReais,
  operations: qrCodeOperations(),
  notices: { authenticity: 'none: read back', read: readNotices },
} as const;
