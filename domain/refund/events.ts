import { z } from 'zod';
import { accountOfSale, callAttempt, heldIn, unanswered } from '#/domain/call-attempt.ts';
import { aggregateId } from '#/domain/ids.ts';
import {
  BY_ONE,
  isByTwo,
  resolutionProposed,
  resolutionRejected,
  resolved,
} from '#/domain/investigation/events.ts';
import { explanation } from '#/domain/personal-text.ts';
import { currencySchema, positiveCents, signedCents } from '#/domain/money.ts';
import { timestampSchema } from '#/domain/time.ts';

/** A reserved refund, to be requested from the provider. */
const RefundRequested = z.strictObject({
  platformId: aggregateId,
  sellerId: aggregateId,
  paymentId: aggregateId,
  provider: z.string(),
  merchantAccount: accountOfSale,
  transactionId: z.string(),
  currency: currencySchema,
  amount: positiveCents,
  /** Absent where no money of the seller's is held for it. */
  heldIn: heldIn.optional(),
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
  currency: currencySchema,
  /** What went back; absent in events from before it was recorded. */
  amount: positiveCents.optional(),
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

const ofRefund = {
  platformId: aggregateId,
  sellerId: aggregateId,
  paymentId: aggregateId,
  provider: z.string(),
};

/** The provider never says whether it refunded: it is not asked regularly any more, and people decide. */
const RefundLeftUnresolved = z.strictObject({
  ...ofRefund,
  currency: currencySchema,
  amount: positiveCents,
  cause: z.enum(['unanswered', 'still-pending']),
  at: timestampSchema,
});

/** The provider says that it refunded what is on record as failed, or that it refused what people found made; people decide. */
const RefundContradicted = z.strictObject({
  ...ofRefund,
  currency: currencySchema,
  amount: positiveCents,
  /** The provider contradicts what people decided: the books follow the provider until people decide again. */
  unapplied: signedCents,
  /** What the provider says; absent = SETTLED. */
  status: z.literal('FAILED').optional(),
  /** Absent where it refused. */
  providerRefundId: z.string().optional(),
  at: timestampSchema,
});

const RefundResolutionProposed = resolutionProposed.extend({ paymentId: aggregateId });

const RefundResolutionRejected = resolutionRejected.extend({ paymentId: aggregateId });

/** Two people agree whether the refund was made. */
const RefundResolved = z.strictObject({ ...ofRefund, ...resolved }).refine(isByTwo, BY_ONE);

export const refundEvents = {
  RefundRequested,
  RefundAttempted,
  RefundUnanswered,
  RefundSettled,
  RefundFailed,
  RefundLeftUnresolved,
  RefundContradicted,
  RefundResolutionProposed,
  RefundResolutionRejected,
  RefundResolved,
};

export type RefundRequestedData = z.output<typeof RefundRequested>;
