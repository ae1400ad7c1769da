import { z } from 'zod';
import { signedCents } from '#/domain/values/money.ts';
import type { PaymentStatus, TransactionRequest } from '#/domain/ports/charge.ts';
import type { WithdrawResult, WithdrawStatus } from '#/domain/ports/payout.ts';
import type { RefundResult } from '#/domain/ports/refund.ts';
import { sandboxDeclines } from '#/adapters/payments/providers/sandbox/declines.ts';
import { readSandboxNotices } from '#/adapters/payments/providers/sandbox/notices.ts';
import { sandboxReceivers } from '#/adapters/payments/providers/sandbox/receivers.ts';
import {
  sandboxTransactionBody as transactionBody,
  sandboxTransactionReply as transactionReply,
  sandboxChargeReply,
} from '#/adapters/payments/providers/sandbox/transactions.ts';
import { inCents } from '#/adapters/payments/kit/values/amount.ts';
import { bearer } from '#/adapters/payments/kit/network/auth.ts';
import { defineProvider } from '#/adapters/payments/kit/define-provider.ts';
import { endpoint, idempotencyKey, lookup } from '#/adapters/payments/kit/endpoint.ts';
import { pathPart } from '#/adapters/payments/kit/values/path-part.ts';
import { statusMap } from '#/adapters/payments/kit/status.ts';
import { secret } from '#/adapters/payments/kit/keys.ts';
import type { ChargeReply } from '#/adapters/payments/kit/values/charge-amount.ts';

/** The acquirer simulator (adapters/payments/sandbox/README.md), reached over HTTP. */

const account = z.object({
  baseUrl: z.url(),
  secretKey: secret(z.string()),
  webhookSecret: secret(z.string()),
});

export type SandboxAccount = z.output<typeof account>;

const refundReply = z.object({ reference: z.string(), status: z.string() });
const payoutReply = z.object({
  id: z.string(),
  status: z.string(),
  amount: signedCents,
  paid_at: z.string().optional(),
  end_to_end_id: z.string().optional(),
});
const listOf = <Item extends z.ZodType>(item: Item) => z.object({ data: z.array(item) });

const paymentStatus = statusMap<PaymentStatus>(
  {
    PENDING: ['waiting_payment'],
    APPROVED: ['paid', 'partially_refunded'],
    REFUNDED: ['refunded'],
    REJECTED: ['refused'],
    CANCELED: ['expired'],
  },
  { otherwise: 'PENDING' },
);

const withdrawStatus = statusMap<WithdrawStatus>(
  { PENDING: ['processing'], APPROVED: ['paid'], REJECTED: ['failed'] },
  { otherwise: 'PENDING' },
);

const resultOf = sandboxChargeReply(paymentStatus);

const refundResult = (reply: z.output<typeof refundReply>): RefundResult => ({
  refundId: reply.reference,
  status: reply.status === 'succeeded',
});

const withdrawResult = (reply: z.output<typeof payoutReply>): WithdrawResult => ({
  withdrawId: reply.id,
  status: withdrawStatus(reply.status),
  amount: reply.amount,
  ...(reply.paid_at && { approvedAt: reply.paid_at }),
  ...(reply.end_to_end_id && { endToEndId: reply.end_to_end_id }),
});

const createTransaction = endpoint<
  SandboxAccount,
  TransactionRequest,
  ChargeReply,
  typeof transactionReply
>({
  method: 'POST',
  path: () => '/v1/transactions',
  headers: (request) => idempotencyKey(request.orderId),
  body: transactionBody,
  reply: transactionReply,
  result: resultOf,
});

export const sandbox = defineProvider({
  id: 'sandbox',
  label: 'Sandbox',
  evidence: 'documented',
  account,
  channels: ({ baseUrl, secretKey }) => ({ main: { baseUrl, auth: bearer(secretKey) } }),
  amount: inCents,
  status: paymentStatus,
  withdrawStatus,
  declines: sandboxDeclines,
  // The sandbox carries out each request before it answers.
  absence: {
    createTransaction: { seconds: 60 },
    refund: { seconds: 60 },
    withdraw: { seconds: 60 },
    createReceiver: { seconds: 60 },
  },
  // A write with the same `Idempotency-Key` gets the first answer again. The 24 hours are our limit.
  repeatable: {
    createTransaction: { hours: 24 },
    refund: { hours: 24 },
    withdraw: { hours: 24 },
  },
  operations: {
    ...sandboxReceivers,
    charge: {
      PIX: createTransaction,
      CREDIT_CARD: createTransaction,
      BILLET: createTransaction,
    },
    getTransaction: lookup({
      path: ({ transactionId }) => `/v1/transactions/${pathPart(transactionId)}`,
      reply: transactionReply,
      result: resultOf,
    }),
    findTransaction: lookup({
      path: () => '/v1/transactions',
      query: ({ orderId }) => ({ order_id: orderId }),
      reply: listOf(transactionReply),
      result: ({ data }) => data[0] && resultOf(data[0]),
    }),
    refund: endpoint({
      method: 'POST',
      path: ({ transactionId }) => `/v1/transactions/${pathPart(transactionId)}/refunds`,
      headers: ({ refundId }) => idempotencyKey(refundId),
      body: ({ refundId, amount }) => ({ reference: refundId, amount }),
      reply: refundReply,
      result: refundResult,
    }),
    getRefund: lookup({
      path: () => '/v1/refunds',
      query: ({ refundId }) => ({ reference: refundId }),
      reply: listOf(refundReply),
      result: ({ data }) => data[0] && refundResult(data[0]),
    }),
    withdraw: {
      PIX: endpoint({
        method: 'POST',
        path: () => '/v1/payouts',
        headers: ({ withdrawReference }) => idempotencyKey(withdrawReference),
        body: (request) => ({
          reference: request.withdrawReference,
          amount: request.amount,
          pix_key: request.pixKey,
          pix_key_type: request.pixType,
          receiver: { name: request.name, document: request.document },
          description: request.description,
          webhook_url: request.webhookUrl,
        }),
        reply: payoutReply,
        result: withdrawResult,
      }),
    },
    findWithdraw: lookup({
      path: () => '/v1/payouts',
      query: ({ withdrawReference }) => ({ reference: withdrawReference }),
      reply: listOf(payoutReply),
      result: ({ data }) => data[0] && withdrawResult(data[0]),
    }),
  },
  notices: {
    authenticity: 'HMAC-SHA256',
    proves: () => true,
    read: (request, { account: { webhookSecret }, now }) =>
      readSandboxNotices(request, {
        webhookSecret,
        now: Date.parse(now()),
        paymentStatus,
        withdrawStatus,
      }),
  },
});
