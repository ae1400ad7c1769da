import { z } from 'zod';
import { callAttempt, unanswered } from '#/domain/call-attempt.ts';
import { aggregateId } from '#/domain/ids.ts';
import { explanation } from '#/domain/personal-text.ts';
import { positiveCents } from '#/domain/money.ts';
import { timestampSchema } from '#/domain/time.ts';

/** A reserved refund, to be requested from the provider. */
const RefundRequested = z.strictObject({
  platformId: aggregateId,
  sellerId: aggregateId,
  paymentId: aggregateId,
  provider: z.string(),
  transactionId: z.string(),
  amount: positiveCents,
  at: timestampSchema,
});

/** The provider is about to be asked for the refund. */
const RefundAttempted = callAttempt;

/** No answer, or one that leaves the outcome open: the refund must be read back. */
const RefundUnanswered = z.strictObject({
  /** Absent in events from before the payment's timeline showed them. */
  paymentId: aggregateId.optional(),
  /** `taken-in`: the provider accepted the refund and will do it. */
  ...unanswered,
  text: explanation,
  at: timestampSchema,
});

const RefundSettled = z.strictObject({
  paymentId: aggregateId,
  providerRefundId: z.string(),
  at: timestampSchema,
});

const RefundFailed = z.strictObject({
  /** Owner of what was held; absent in events from before it was. */
  platformId: aggregateId.optional(),
  sellerId: aggregateId.optional(),
  paymentId: aggregateId,
  cause: z.string(),
  text: explanation,
  at: timestampSchema,
});

export const refundEvents = {
  RefundRequested,
  RefundAttempted,
  RefundUnanswered,
  RefundSettled,
  RefundFailed,
};

export type RefundRequestedData = z.output<typeof RefundRequested>;
