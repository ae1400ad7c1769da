import { z } from 'zod';
import {
  accountOfMoney,
  callAttempt,
  heldIn,
  unanswered,
} from '#/domain/acquiring/call-attempt.ts';
import { aggregateId } from '#/domain/values/ids.ts';
import {
  BY_ONE,
  isByEnough,
  resolutionProposed,
  resolutionRejected,
  resolved,
} from '#/domain/investigation/events.ts';
import { explanation } from '#/domain/privacy/personal-text.ts';
import { currencySchema, positiveCents, signedCents } from '#/domain/values/money.ts';
import { timestampSchema } from '#/domain/values/time.ts';

/** A refund that is to be requested from the provider. */
const RefundRequested = z.strictObject({
  platformId: aggregateId,
  sellerId: aggregateId,
  paymentId: aggregateId,
  provider: z.string(),
  merchantAccount: accountOfMoney,
  transactionId: z.string(),
  currency: currencySchema,
  amount: positiveCents,
  /** Absent when none of the seller's money is held for the refund. */
  heldIn: heldIn.optional(),
  at: timestampSchema,
});

/** The call that requests the refund is about to be sent. */
const RefundAttempted = callAttempt;

/** The outcome is unknown: the refund is read back, unless no call can have reached the provider. `isUnsent`: this call was not sent. */
const RefundUnanswered = z.strictObject({
  /** Absent in older events. */
  paymentId: aggregateId.optional(),
  /** `failure` is `taken-in` if the provider accepted the refund and will make it. */
  ...unanswered,
  text: explanation,
  at: timestampSchema,
});

const RefundSettled = z.strictObject({
  paymentId: aggregateId,
  currency: currencySchema,
  /** Absent in older events. */
  amount: positiveCents.optional(),
  providerRefundId: z.string(),
  at: timestampSchema,
});

const RefundFailed = z.strictObject({
  /** Owner of the held money; absent in older events. */
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
  merchantAccount: accountOfMoney,
};

/** The provider has given no final answer about the refund, so staff decide. */
const RefundLeftUnresolved = z.strictObject({
  ...ofRefund,
  currency: currencySchema,
  amount: positiveCents,
  cause: z.enum(['unanswered', 'still-pending']),
  at: timestampSchema,
});

/** The provider contradicts the record about whether the refund was made. Staff decide. */
const RefundContradicted = z.strictObject({
  ...ofRefund,
  currency: currencySchema,
  amount: positiveCents,
  /** The amount posted as unapplied: zero unless the provider contradicts what staff decided. */
  unapplied: signedCents,
  /** What the provider says; absent = SETTLED. */
  status: z.literal('FAILED').optional(),
  /** Absent if `status` is FAILED. */
  providerRefundId: z.string().optional(),
  at: timestampSchema,
});

const RefundResolutionProposed = resolutionProposed.extend({ paymentId: aggregateId });

const RefundResolutionRejected = resolutionRejected.extend({ paymentId: aggregateId });

/** Two members of staff agree whether the refund was made. */
const RefundResolved = z.strictObject({ ...ofRefund, ...resolved }).refine(isByEnough, BY_ONE);

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
