import { z } from 'zod';
import { amountInCents } from '#/domain/values/money.ts';
import { daySchema } from '#/domain/values/time.ts';

/** A part of the seller's money, with the day on which it becomes available. */
export const receivable = z.strictObject({
  installment: z.int().min(1).max(12),
  /** Net of fees. */
  amount: amountInCents,
  /** When the provider is to pay instalment k: k × `clearingDays` days after the approval, on a business day. */
  dueOn: daySchema,
  /** The later of `dueOn` and the business day on which the guarantee ends. */
  releaseOn: daySchema,
});

/** How an amount divides; the three parts sum to it. */
export const parts = z.strictObject({
  net: amountInCents,
  fee: amountInCents,
  interest: amountInCents,
});
