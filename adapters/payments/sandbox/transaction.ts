import { z } from 'zod';

import { positiveCents, signedCents } from '#/domain/values/money.ts';

export const transactionRequest = z.object({
  order_id: z.string().min(1).max(64),
  method: z.enum(['pix', 'boleto', 'card']),
  amount: positiveCents,
  currency: z.literal('BRL'),
  description: z.string().max(500),
  customer: z.object({
    name: z.string().min(1),
    email: z.string().min(1),
    document: z.string().min(1),
    phone: z.string(),
  }),
  installments: z.int().min(1).max(12).default(1),
  card_token: z.string().optional(),
  expires_at: z.iso.datetime({ offset: true }).optional(),
  webhook_url: z.url({ protocol: /^https?$/ }),
});
export type TransactionRequest = z.output<typeof transactionRequest>;

export const transactionSchema = z.object({
  id: z.string(),
  order_id: z.string(),
  method: z.enum(['pix', 'boleto', 'card']),
  status: z.enum([
    'waiting_payment',
    'paid',
    'refused',
    'expired',
    'partially_refunded',
    'refunded',
  ]),
  amount: positiveCents,
  refunded_amount: signedCents,
  description: z.string(),
  payer_name: z.string(),
  created_at: z.string(),
  paid_at: z.string().optional(),
  expires_at: z.string().optional(),
  webhook_url: z.string(),
  pix: z.object({ code: z.string(), end_to_end_id: z.string().optional() }).optional(),
  boleto: z.object({ line: z.string(), barcode: z.string(), due_date: z.string() }).optional(),
  card: z
    .object({
      brand: z.string(),
      last_digits: z.string(),
      installments: z.number(),
      refusal: z.string().optional(),
    })
    .optional(),
});
export type Transaction = z.output<typeof transactionSchema>;
