import { z } from 'zod';
import { positiveCents } from '#/domain/values/money.ts';
import type { PaymentMethod, PaymentStatus, TransactionRequest } from '#/domain/ports/charge.ts';
import type { ChargeReply } from '#/adapters/payments/kit/values/charge-amount.ts';

const methodWords = { PIX: 'pix', CREDIT_CARD: 'card', BILLET: 'boleto' } as const;

const paymentMethods = {
  pix: 'PIX',
  card: 'CREDIT_CARD',
  boleto: 'BILLET',
} as const satisfies Record<string, PaymentMethod>;

export const sandboxTransactionReply = z.object({
  id: z.string(),
  status: z.string(),
  method: z.enum(['pix', 'card', 'boleto']),
  amount: positiveCents,
  expires_at: z.string().optional(),
  pix: z.object({ code: z.string(), end_to_end_id: z.string().optional() }).optional(),
  boleto: z.object({ line: z.string(), url: z.string() }).optional(),
  card: z
    .object({ brand: z.string(), last_digits: z.string(), refusal: z.string().optional() })
    .optional(),
});

export const sandboxChargeReply =
  (paymentStatus: (word: string) => PaymentStatus) =>
  (reply: z.output<typeof sandboxTransactionReply>): ChargeReply => {
    const { pix, boleto, card } = reply;
    return {
      paymentMethod: paymentMethods[reply.method],
      transactionId: reply.id,
      status: paymentStatus(reply.status),
      amount: { asked: reply.amount, paid: 'NEVER_STATED' },
      ...(reply.expires_at && { expiresAt: reply.expires_at }),
      ...(pix && { pixCode: pix.code }),
      ...(pix?.end_to_end_id && { endToEndId: pix.end_to_end_id }),
      ...(boleto && { billetCode: boleto.line, billetUrl: boleto.url }),
      ...(card && { cardBrand: card.brand, cardLastDigits: card.last_digits }),
      ...(card?.refusal && { refusal: card.refusal }),
    };
  };

export const sandboxTransactionBody = (request: TransactionRequest) => ({
  order_id: request.orderId,
  method: methodWords[request.paymentMethod],
  amount: request.amount,
  currency: request.currency,
  description: request.description,
  customer: request.customer,
  installments: request.installments,
  card_token: request.cardToken,
  expires_at: request.expiresAt,
  webhook_url: request.webhookUrl,
});
