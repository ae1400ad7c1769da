import { z } from 'zod';
import { aggregateId } from '#/domain/ids.ts';
import { toldText } from '#/domain/personal-text.ts';
import { positiveCents } from '#/domain/money.ts';
import { timestampSchema } from '#/domain/time.ts';

/** The errand of getting a reserved refund done at the provider. */
const RefundRequested = z.strictObject({
  platformId: aggregateId,
  sellerId: aggregateId,
  paymentId: aggregateId,
  provider: z.string(),
  transactionId: z.string(),
  amount: positiveCents,
  at: timestampSchema,
});

/** No answer, or one that says nothing: to be read back. */
const RefundUnanswered = z.strictObject({
  /** Absent in what was written before the payment's timeline told of it. */
  paymentId: aggregateId.optional(),
  /** `taken-in`: the provider has it and will do it. */
  failure: z.string(),
  text: toldText,
  at: timestampSchema,
});

const RefundSettled = z.strictObject({
  paymentId: aggregateId,
  providerRefundId: z.string(),
  at: timestampSchema,
});

const RefundFailed = z.strictObject({
  paymentId: aggregateId,
  cause: z.string(),
  text: toldText,
  at: timestampSchema,
});

export const refundEvents = { RefundRequested, RefundUnanswered, RefundSettled, RefundFailed };

export type RefundRequestedData = z.output<typeof RefundRequested>;
