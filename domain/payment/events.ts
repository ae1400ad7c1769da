import { z } from 'zod';
import { accountOfMoney, callAttempt, unanswered } from '#/domain/acquiring/call-attempt.ts';
import { choice } from '#/domain/acquiring/choose.ts';
import { isDivided, sumOfAmounts } from '#/domain/accounting/conservation.ts';
import { repeatPart } from '#/domain/epoch/epoch.ts';
import { aggregateId, reversalId } from '#/domain/values/ids.ts';
import {
  amountInCents,
  currencySchema,
  percentInBasisPoints,
  positiveCents,
  signedCents,
} from '#/domain/values/money.ts';
import { simulatedPart } from '#/domain/platform/simulated.ts';
import { explanation } from '#/domain/privacy/personal-text.ts';
import { encrypted } from '#/domain/privacy/encrypted.ts';
import { timestampSchema } from '#/domain/values/time.ts';
import { contested } from './contested.ts';
import { parts, receivable } from './division.ts';
import { ownerOfMoney, ownerOfSale } from './owner.ts';
import { PaymentRefundMatched } from './refund-matched.ts';
import { paymentResolutionEvents } from './resolution-events.ts';
import { transfersPart } from './receipts/transfers.ts';
import { uncoveredEvents } from './uncovered-events.ts';

export const paymentMethod = z.enum(['PIX', 'CREDIT_CARD', 'BILLET']);
export const paymentStatus = z.enum([
  'PENDING',
  'APPROVED',
  'REJECTED',
  'REFUNDED',
  'CHARGEBACK',
  'CANCELED',
]);

/** The lines sum to the amount. */
const line = z.strictObject({
  kind: z.enum(['OFFER', 'BUMP', 'SHIPPING', 'INTEREST']),
  id: z.string().max(64),
  title: z.string().max(120),
  amount: amountInCents,
  /** Only for a bump, which has a product of its own. */
  typeProduct: z.enum(['FISICO', 'DIGITAL']).optional(),
});

const reversal = z
  .strictObject({
    ...ownerOfSale,
    refundId: reversalId,
    amount: positiveCents,
    parts,
    /** The seller's part, by receivable. */
    receivables: z.array(receivable),
    /** How much of the sale has been taken back, this amount included. */
    total: positiveCents,
    /** What is left of the payment after this; absent in older events. */
    left: amountInCents.optional(),
    /** The part that was posted as unapplied when the acquirer contradicted the sale. Absent = none. */
    unapplied: positiveCents.optional(),
    /** Negative: a loss that the platform bore, and that the seller bears from now on. Absent = none. */
    loss: signedCents.optional(),
    at: timestampSchema,
  })
  .refine(isDivided, 'its parts and receivables do not sum to it')
  .refine(({ amount, total }) => amount <= total, 'more than all that has gone back');

/** The buyer asked to pay. The event repeats prices, terms and choices, which may change later. */
const PaymentRequested = z
  .strictObject({
    platformId: aggregateId,
    sellerId: aggregateId,
    offerId: aggregateId,
    productId: aggregateId,
    typeProduct: z.enum(['FISICO', 'DIGITAL']),
    title: z.string(),
    provider: z.string(),
    /** Why that provider was chosen; null in older events. */
    choice: choice.nullable(),
    method: paymentMethod,
    installments: z.int().min(1).max(12),
    amount: positiveCents,
    currency: currencySchema,
    lines: z.array(line).min(1).max(30),
    /** The fee that the seller pays, and after how many days the money becomes available. */
    terms: z.strictObject({
      percent: percentInBasisPoints,
      fixed: amountInCents,
      clearingDays: z.int().min(0),
      guaranteeDays: z.int().min(0),
    }),
    buyer: z.strictObject({ identity: encrypted, contact: encrypted }),
    delivery: encrypted.nullable(),
    /** UTM query, referrer and IP. */
    tracking: encrypted.nullable(),
    affiliateId: z.string().max(64).nullable(),
    subscription: z
      .strictObject({ frequencyInDays: z.int().min(1), recurrencePrice: positiveCents })
      .nullable(),
    expiresAt: timestampSchema.nullable(),
    ...repeatPart,
    ...simulatedPart,
    at: timestampSchema,
  })
  .refine(({ amount, lines }) => sumOfAmounts(lines) === amount, 'its lines do not sum to it');

/** `from` took nothing, or the charge was found at `to`. */
const PaymentRerouted = z.strictObject({
  from: z.string(),
  to: z.string(),
  /** Absent if the charge was not found there, or the account has no name. */
  merchantAccount: accountOfMoney,
  cause: z.string(),
  text: explanation,
  choice,
  at: timestampSchema,
});

/** The provider answered with the charge's transaction id. If it refused the charge, a further event ends the payment. */
const PaymentSubmitted = z.strictObject({
  transactionId: z.string(),
  pixCode: z.string().nullable(),
  billetCode: z.string().nullable(),
  billetUrl: z.string().nullable(),
  cardBrand: z.string().nullable(),
  cardLastDigits: z.string().nullable(),
  expiresAt: timestampSchema.nullable(),
  at: timestampSchema,
});

/** The PDF is in our storage under the key `file`, and public at `billetUrl`. */
const PaymentBilletPdfKept = z.strictObject({
  file: z.string(),
  billetUrl: z.string(),
  /** The buyer did not get this boleto; its file is recorded to be erased with the buyer's data. */
  isUnused: z.literal(true).optional(),
  at: timestampSchema,
});

/** The boleto is valid, but its PDF could not be stored; a later read-back tries again. */
const PaymentBilletPdfFailed = z.strictObject({ failure: z.string(), at: timestampSchema });

/** The charge may exist. With `isUnsent`, this call did not make it, but an earlier call may have. */
const PaymentSubmissionUnanswered = z.strictObject({ ...unanswered, at: timestampSchema });

/** The call that requests the charge is about to be sent. */
const ChargeAttempted = callAttempt;

/** The call that captures an authorised card charge is about to be sent. */
const CaptureAttempted = callAttempt;

const PaymentApproved = z
  .strictObject({
    ...ownerOfSale,
    amount: positiveCents,
    parts,
    receivables: z.array(receivable).min(1).max(12),
    endToEndId: z.string().nullable(),
    at: timestampSchema,
  })
  .refine(isDivided, 'its parts and receivables do not sum to it');

const PaymentRejected = z.strictObject({
  cause: z.string(),
  text: explanation,
  at: timestampSchema,
});

/** The charge was not paid in time, was canceled at the provider, or was not made. */
const PaymentCanceled = z.strictObject({ cause: z.string(), at: timestampSchema });

/** Reserves part of the payment, so that refunds never add up to more than was paid. */
const PaymentRefundRequested = z
  .strictObject({
    ...ownerOfSale,
    transactionId: z.string(),
    refundId: aggregateId,
    amount: positiveCents,
    /** How the amount divides if the refund is made; absent in older events. */
    parts: parts.optional(),
    /** The seller's part, held until the refund ends; absent in older events. */
    receivables: z.array(receivable).optional(),
    /** If the seller's money does not cover it, two members of staff decide. */
    mayOverdraw: z.literal(true).optional(),
    ...repeatPart,
    note: z.string().max(300),
    at: timestampSchema,
  })
  .refine(
    ({ amount, parts: divided, receivables }) =>
      !divided || !receivables || isDivided({ amount, parts: divided, receivables }),
    'its parts and receivables do not sum to it',
  );

/** The refund was not made, so another refund may use the reserved amount. */
const PaymentRefundFailed = z.strictObject({
  refundId: aggregateId,
  currency: currencySchema,
  amount: positiveCents,
  cause: z.string(),
  text: explanation,
  at: timestampSchema,
});

export const difference = z.enum(['AMOUNT', 'CURRENCY', 'ORDER', 'TRANSACTION']);

/** An answer does not fit the charge. Its money is unapplied until staff decide. */
const PaymentMismatchFound = z.strictObject({
  ...ownerOfMoney,
  status: paymentStatus,
  differs: z.array(difference).min(1),
  asked: z.strictObject({
    amount: positiveCents,
    currency: z.string(),
    transactionId: z.string().nullable(),
  }),
  /** Null = the answer does not state it. */
  said: z.strictObject({
    amount: signedCents.nullable(),
    currency: z.string().nullable(),
    /** The payment to which the transaction belongs, by the answer; null = not stated, or not an id of ours. */
    orderId: aggregateId.nullable(),
    transactionId: z.string(),
    ...transfersPart,
  }),
  /** The transaction's unapplied money after this event, and the change by it. Negative `unapplied` = less came in than was used. */
  unapplied: signedCents,
  change: signedCents,
  /** The part that the acquirer has given back on its own; absent if nothing or everything. */
  back: positiveCents.optional(),
  at: timestampSchema,
});

/** The acquirer gives no final answer about the charge, so staff decide. */
const PaymentLeftUnresolved = z.strictObject({
  cause: z.enum(['unknown-there', 'still-pending', 'cannot-be-asked', 'unanswered']),
  at: timestampSchema,
});

/** A provider's status that contradicts the record; it does not change the sale. */
const PaymentNoticeRefused = z.strictObject({
  status: paymentStatus,
  noticeId: z.string(),
  currency: currencySchema,
  /** What the provider gave back, if its status is true; absent = no money, or an older event. */
  contested: contested.optional(),
  /** A booked refund of ours that is missing in the acquirer's total. Absent = none. */
  missing: z.strictObject({ refundId: aggregateId, total: signedCents }).optional(),
  at: timestampSchema,
});

export const paymentEvents = {
  PaymentRequested,
  PaymentRerouted,
  PaymentSubmitted,
  PaymentBilletPdfKept,
  PaymentBilletPdfFailed,
  PaymentSubmissionUnanswered,
  ChargeAttempted,
  CaptureAttempted,
  PaymentApproved,
  PaymentRejected,
  PaymentCanceled,
  PaymentRefundRequested,
  PaymentRefundFailed,
  PaymentRefundMatched,
  PaymentRefunded: reversal,
  PaymentChargedBack: reversal,
  PaymentMismatchFound,
  PaymentLeftUnresolved,
  PaymentNoticeRefused,
  ...uncoveredEvents,
  ...paymentResolutionEvents,
};

export type Receivable = z.output<typeof receivable>;
export type Breakdown = z.output<typeof parts>;
export type PaymentLine = z.output<typeof line>;
export type PaymentRequestedData = z.output<typeof PaymentRequested>;
export type PaymentApprovedData = z.output<typeof PaymentApproved>;
export type Difference = z.output<typeof difference>;
export type UnresolvedCause = z.output<typeof PaymentLeftUnresolved>['cause'];
export type ReversalData = z.output<typeof reversal>;
