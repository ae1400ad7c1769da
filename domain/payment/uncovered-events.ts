import { z } from 'zod';
import { repeatPart } from '#/domain/epoch/epoch.ts';
import { aggregateId } from '#/domain/values/ids.ts';
import { positiveCents, signedCents } from '#/domain/values/money.ts';
import { timestampSchema } from '#/domain/values/time.ts';
import { parts, receivable } from './division.ts';
import { ownerOfMoney, ownerOfSale } from './owner.ts';

/** The seller's account does not cover a refund that staff requested, so they decide. */
const PaymentRefundUncovered = z.strictObject({
  ...ownerOfMoney,
  refundId: aggregateId,
  amount: positiveCents,
  /** The seller's available balance. */
  available: signedCents,
  at: timestampSchema,
});

/** Two members of staff decided that the refund is made, even if the seller's balance becomes negative. */
const PaymentRefundOverdrawn = z.strictObject({
  ...ownerOfSale,
  transactionId: z.string(),
  refundId: aggregateId,
  amount: positiveCents,
  /** How the amount divides now, after other refunds since the request. Absent in older events. */
  parts: parts.optional(),
  /** The seller's part, which is held now. */
  receivables: z.array(receivable),
  ...repeatPart,
  requestedAt: timestampSchema,
  at: timestampSchema,
});

export const uncoveredEvents = { PaymentRefundUncovered, PaymentRefundOverdrawn };
