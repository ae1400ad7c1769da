import { z } from 'zod';
import { accountOfMoney } from '#/domain/acquiring/call-attempt.ts';
import { choice } from '#/domain/acquiring/choose.ts';
import {
  coversFee,
  sumOfAmounts,
  sumOfHold,
  sumOfParts,
} from '#/domain/accounting/conservation.ts';
import { repeatPart } from '#/domain/epoch/epoch.ts';
import { aggregateId, reversalId } from '#/domain/values/ids.ts';
import {
  add,
  amountInCents,
  currencySchema,
  positiveCents,
  signedCents,
  totalCents,
} from '#/domain/values/money.ts';
import { parts, receivable } from '#/domain/payment/division.ts';
import { simulatedPart } from '#/domain/platform/simulated.ts';
import { encrypted } from '#/domain/privacy/encrypted.ts';
import { LONGEST_REASON, SHORTEST_REASON } from '#/domain/values/reason-length.ts';
import { daySchema, monthSchema, timestampSchema } from '#/domain/values/time.ts';
import { neededApproval } from '#/domain/withdrawal/approval.ts';

/** Money that becomes available on a day; negative when more was taken back than booked. */
const bucket = z.strictObject({ releaseOn: daySchema, amount: signedCents });

/** Pending by release day, and available. */
const heldForRefund = { pending: z.array(bucket), available: totalCents };

/** The state of an account that passes to the next month; small however many sales it had. */
const carried = z
  .strictObject({
    pending: z.array(bucket),
    releasedThrough: daySchema.nullable(),
    /** May be negative: refunds and chargebacks can exceed what was left. */
    available: signedCents,
    held: totalCents,
    withdrawals: z.array(
      z.strictObject({ withdrawalId: aggregateId, amount: positiveCents, fee: amountInCents }),
    ),
    /** Held for refunds under way; absent = none, or an older event. */
    refunds: z
      .array(z.strictObject({ refundId: aggregateId, paymentId: aggregateId, ...heldForRefund }))
      .optional(),
    /** The money is simulated; absent = real, or an older event. */
    ...simulatedPart,
    /** Withdrawals whose held money was written off: their outcomes move no money. Absent = none. */
    writtenOff: z.array(aggregateId).min(1).optional(),
    /** In older events, the keys of the last changes before this month. Otherwise empty: a key is looked for in the earlier months. */
    applied: z.array(z.string()).max(1_000),
  })
  .refine(
    ({ held, withdrawals, refunds = [] }) =>
      add(sumOfAmounts(withdrawals), ...refunds.map(sumOfHold)) === held,
    'the withdrawals and refunds under way do not sum to what is held',
  );

const AccountOpened = z.strictObject({
  platformId: aggregateId,
  receiverId: aggregateId,
  currency: currencySchema,
  period: monthSchema,
  carried,
  at: timestampSchema,
});

const AccountPeriodClosed = z.strictObject({
  currency: currencySchema,
  period: monthSchema,
  carried,
  at: timestampSchema,
});

const ReceivablesBooked = z
  .strictObject({
    platformId: aggregateId,
    receiverId: aggregateId,
    currency: currencySchema,
    paymentId: aggregateId,
    parts,
    receivables: z.array(receivable),
    /** The part of the net whose release day had come: available at once. */
    released: amountInCents,
    ...simulatedPart,
    at: timestampSchema,
  })
  .refine(
    (it) => sumOfAmounts(it.receivables) === it.parts.net,
    'the receivables do not sum to the net',
  )
  .refine((it) => it.released <= it.parts.net, 'more is released than booked');

const ReceivablesReleased = z
  .strictObject({
    platformId: aggregateId,
    receiverId: aggregateId,
    currency: currencySchema,
    /** Receivables with `releaseOn` up to this day are available from now on. */
    through: daySchema,
    buckets: z.array(bucket).min(1),
    amount: signedCents,
    at: timestampSchema,
  })
  .refine(({ amount, buckets }) => sumOfAmounts(buckets) === amount, 'its days do not sum to it')
  .refine(
    ({ through, buckets }) => buckets.every(({ releaseOn }) => releaseOn <= through),
    'a day is released early',
  );

const ReceivablesReversed = z
  .strictObject({
    platformId: aggregateId,
    receiverId: aggregateId,
    currency: currencySchema,
    paymentId: aggregateId,
    refundId: reversalId,
    cause: z.enum(['REFUND', 'CHARGEBACK']),
    amount: positiveCents,
    parts,
    /** Taken from pending money, by release day; the rest came out of the available balance. */
    pending: z.array(bucket),
    available: amountInCents,
    ...simulatedPart,
    at: timestampSchema,
  })
  .refine((it) => sumOfParts(it.parts) === it.amount, 'its parts do not sum to it')
  .refine(
    (it) => add(sumOfAmounts(it.pending), it.available) === it.parts.net,
    'what is taken does not sum to the net',
  );

const ofRefund = {
  platformId: aggregateId,
  receiverId: aggregateId,
  currency: currencySchema,
  refundId: aggregateId,
  paymentId: aggregateId,
  at: timestampSchema,
};

/** The seller's part of a refund, held before the provider is asked. */
const RefundHeld = z
  .strictObject({
    ...ofRefund,
    provider: z.string(),
    merchantAccount: accountOfMoney,
    transactionId: z.string(),
    /** What the buyer gets back. */
    amount: positiveCents,
    /** When the refund was requested; absent in older events. */
    requestedAt: timestampSchema.optional(),
    ...repeatPart,
    /** Staff had decided that it is held even if the account does not cover it. */
    isDecided: z.literal(true).optional(),
    ...simulatedPart,
    ...heldForRefund,
  })
  .refine((it) => sumOfHold(it) <= it.amount, 'more is held than goes back');

/** The account does not cover the refund, or has real money while the sale is simulated. */
const RefundHoldRefused = z.strictObject({
  ...ofRefund,
  available: signedCents,
  /** Staff decide whether the refund is made. Absent = it fails. */
  asksStaff: z.literal(true).optional(),
  /** Staff had decided to make the refund, but the sale is simulated and the account's money is real by now. */
  isDecided: z.literal(true).optional(),
});

/** The hold for a refund ends: the refund failed, its money was taken from the account, or nothing is left of the payment. */
const RefundHoldReleased = z.strictObject({ ...ofRefund, ...heldForRefund });

const WithdrawalHeld = z
  .strictObject({
    platformId: aggregateId,
    receiverId: aggregateId,
    currency: currencySchema,
    withdrawalId: aggregateId,
    amount: positiveCents,
    /** The part of `amount` that the platform keeps. */
    fee: amountInCents,
    provider: z.string(),
    /** Why that provider was chosen; null in older events. */
    choice: choice.nullable(),
    method: z.literal('PIX'),
    pixType: z.enum(['CPF', 'CNPJ', 'EMAIL', 'PHONE', 'RANDOM']),
    /** The PIX key, and its holder. */
    destination: encrypted,
    /** Absent in older events. */
    destinationId: aggregateId.optional(),
    /** The approval by staff that the payout waits for; absent = none. */
    approval: neededApproval.optional(),
    ...repeatPart,
    ...simulatedPart,
    at: timestampSchema,
  })
  .refine(coversFee, 'the fee exceeds it');

const settledWithdrawal = {
  platformId: aggregateId,
  receiverId: aggregateId,
  currency: currencySchema,
  withdrawalId: aggregateId,
  amount: positiveCents,
  at: timestampSchema,
};

const WithdrawalPaid = z
  .strictObject({
    ...settledWithdrawal,
    fee: amountInCents,
    provider: z.string(),
    merchantAccount: accountOfMoney,
  })
  .refine(coversFee, 'the fee exceeds it');

const WithdrawalReturned = z.strictObject({ ...settledWithdrawal, cause: z.string() });

/** The amounts are only a difference that staff found. Absent = all of the payout. */
const isPart = z.literal(true).optional();

/** Which correction of the payout this is; absent = the first, or not counted. */
const ordinal = z.int().min(2).optional();

/** A payout came back, or less was paid than recorded: the amount, fee included, is available again. */
const WithdrawalReversed = z
  .strictObject({
    ...settledWithdrawal,
    isPart,
    ordinal,
    fee: amountInCents,
    provider: z.string(),
    merchantAccount: accountOfMoney,
    ...simulatedPart,
    cause: z.string(),
  })
  .refine(coversFee, 'the fee exceeds it');

/** A payout was made without a hold, or more was paid than recorded; taken even if the balance is lower. */
const WithdrawalTaken = z
  .strictObject({
    ...settledWithdrawal,
    isPart,
    ordinal,
    fee: amountInCents,
    provider: z.string(),
    merchantAccount: accountOfMoney,
    ...simulatedPart,
  })
  .refine(coversFee, 'the fee exceeds it');

/** Simulated money leaves the account (people.178). Amounts are negative where the account owed money. */
const SimulatedMoneyWrittenOff = z.strictObject({
  platformId: aggregateId,
  receiverId: aggregateId,
  currency: currencySchema,
  /** The simulated acquirer, in whose clearing account the money is booked. */
  provider: z.string(),
  pending: z.array(bucket),
  available: signedCents,
  held: totalCents,
  /** The withdrawals and refunds whose holds end with it. */
  withdrawals: z.array(aggregateId),
  refunds: z.array(aggregateId),
  /** Why a master wrote the money off; absent when it made way for real money. */
  reason: z.string().trim().min(SHORTEST_REASON).max(LONGEST_REASON).optional(),
  at: timestampSchema,
});

export const accountEvents = {
  AccountOpened,
  AccountPeriodClosed,
  ReceivablesBooked,
  ReceivablesReleased,
  ReceivablesReversed,
  RefundHeld,
  RefundHoldRefused,
  RefundHoldReleased,
  WithdrawalHeld,
  WithdrawalPaid,
  WithdrawalReturned,
  WithdrawalReversed,
  WithdrawalTaken,
  SimulatedMoneyWrittenOff,
};

export type Carried = z.output<typeof carried>;
export type WithdrawalHeldData = z.output<typeof WithdrawalHeld>;
