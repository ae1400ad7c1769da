import { z } from 'zod';

const text = z.string().nullish();

const transaction = z.object({
  status: text,
  success: z.boolean().nullish(),
  qr_code: text,
  qr_code_url: text,
  end_to_end_id: text,
  expires_at: text,
  line: text,
  url: text,
  pdf: text,
  due_at: text,
  acquirer_return_code: text,
  card: z.object({ brand: text, last_four_digits: text }).nullish(),
});

export const methods = { pix: 'PIX', boleto: 'BILLET', credit_card: 'CREDIT_CARD' } as const;

export const charge = z.object({
  id: z.string(),
  amount: z.number().int(),
  paid_amount: z.number().int().nullish(),
  currency: text,
  canceled_amount: z.number().int().nullish(),
  status: z.string(),
  paid_at: text,
  payment_method: z.enum(['pix', 'boleto', 'credit_card']),
  last_transaction: transaction.nullish(),
});

export const order = z.object({
  id: z.string(),
  code: text,
  charges: z.tuple([charge]).rest(charge),
});

export type Order = z.output<typeof order>;
export type Transaction = z.output<typeof transaction>;

/** The status word of a charge. Pagar.me says `canceled` of a refunded charge too, which has a time of payment. */
export const chargeWord = ({
  status,
  paid_at: paidAt,
}: {
  readonly status: string;
  readonly paid_at?: string | null | undefined;
}): string => (status === 'canceled' && paidAt ? 'refunded' : status);
