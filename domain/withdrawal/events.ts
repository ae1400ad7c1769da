import { z } from 'zod';
import {
  accountOfMoney,
  callAttempt,
  heldIn,
  unanswered,
} from '#/domain/acquiring/call-attempt.ts';
import { coversFee } from '#/domain/accounting/conservation.ts';
import { aggregateId } from '#/domain/values/ids.ts';
import {
  BY_ONE,
  isByEnough,
  resolutionProposed,
  resolutionRejected,
  resolved,
  evidence,
  evidenceReference,
  person,
  staffRevision,
} from '#/domain/investigation/events.ts';
import { simulatedPart } from '#/domain/platform/simulated.ts';
import { explanation } from '#/domain/privacy/personal-text.ts';
import {
  amountInCents,
  currencySchema,
  positiveCents,
  signedCents,
} from '#/domain/values/money.ts';
import { encrypted } from '#/domain/privacy/encrypted.ts';
import { timestampSchema } from '#/domain/values/time.ts';
import { neededApproval } from './approval.ts';
import { signedStatement } from './statement.ts';

const WithdrawalRequested = z
  .strictObject({
    platformId: aggregateId,
    receiverId: aggregateId,
    currency: currencySchema,
    amount: positiveCents,
    /** Kept by the platform; the provider pays out `amount − fee`. */
    fee: amountInCents,
    provider: z.string(),
    method: z.literal('PIX'),
    pixType: z.enum(['CPF', 'CNPJ', 'EMAIL', 'PHONE', 'RANDOM']),
    destination: encrypted,
    /** Absent in older events. */
    destinationId: aggregateId.optional(),
    /** The approval by staff that it waits for; absent = none. */
    approval: neededApproval.optional(),
    /** Absent in older events. */
    heldIn: heldIn.optional(),
    ...simulatedPart,
    at: timestampSchema,
  })
  .refine(coversFee, 'the fee exceeds it');

/** A member of staff looks into a payout that waits for approval. */
const analysis = z.strictObject({
  platformId: aggregateId,
  receiverId: aggregateId,
  by: person,
  at: timestampSchema,
});

/** Other staff see who looks into the payout. The analysis replaces an earlier one. */
const WithdrawalAnalysisBegun = analysis;

/** The member of staff leaves the decision to others. */
const WithdrawalAnalysisEnded = analysis;

/** A member of staff approves the payout. It is sent once enough members have approved it. */
const WithdrawalApproved = z.strictObject({
  platformId: aggregateId,
  receiverId: aggregateId,
  approvedBy: person,
  staffRevision,
  /** Approvers whose approval no longer counts, for example because they were blocked. */
  lapsed: z.array(person).min(1).optional(),
  at: timestampSchema,
});

/** Staff refuse the payout. It fails or, if the log may have lost a call, `WithdrawalLeftUnresolved` follows. */
const WithdrawalRefused = z.strictObject({
  platformId: aggregateId,
  receiverId: aggregateId,
  refusedBy: person,
  reason: evidence,
  at: timestampSchema,
});

/** The payout was no longer payable. It waits until staff approve it again or refuse it. */
const WithdrawalStopped = z.strictObject({
  platformId: aggregateId,
  receiverId: aggregateId,
  /** The code of the refusal that a new request would have got. */
  cause: z.string(),
  /** The approval that it needs now; earlier approvals do not count. */
  approval: neededApproval,
  epoch: z.int().positive(),
  at: timestampSchema,
});

/** The platform signs the payout; recorded with the first attempt, and with the first one after a stop. */
const WithdrawalSigned = z.strictObject({
  platformId: aggregateId,
  receiverId: aggregateId,
  ...signedStatement.shape,
  at: timestampSchema,
});

/** The call that requests the payout is about to be sent. */
const WithdrawalAttempted = callAttempt;

/** The account in which a look-up found the payout. Absent = the one on record before. */
const accountFoundIn = accountOfMoney;

/** The provider accepted the payout: it has paid, or will pay. */
const WithdrawalSent = z.strictObject({
  providerWithdrawId: z.string(),
  merchantAccount: accountFoundIn,
  at: timestampSchema,
});

/**
 * The call got no answer, or was refused although an earlier call may have made the payout. The payout is read back before another call.
 * With `isUnsent`: this call was not sent.
 */
const WithdrawalUnanswered = z.strictObject({ ...unanswered, at: timestampSchema });

const outcome = { platformId: aggregateId, receiverId: aggregateId, at: timestampSchema };

/** The account at an acquirer in which the payout is booked. */
const bookedAt = { provider: z.string(), merchantAccount: accountOfMoney };

const WithdrawalSettled = z.strictObject({
  ...outcome,
  ...bookedAt,
  currency: currencySchema,
  /** The amount that was held for the withdrawal: the log may have lost the hold. Absent in older events. */
  amount: positiveCents.optional(),
  fee: amountInCents.optional(),
  /** What the acquirer paid out, if staff found another amount than was requested. */
  paidOut: positiveCents.optional(),
  ...simulatedPart,
  endToEndId: z.string().nullable(),
});

const WithdrawalFailed = z.strictObject({ ...outcome, cause: z.string(), text: explanation });

/** The amounts are only a difference that staff found. Absent = all of the payout. */
const isPart = z.literal(true).optional();

/** Which correction of the payout this is; absent = the first. The account books each one once. */
const ordinal = z.int().min(2).optional();

/** The payout came back, for example because the account was closed; or less was paid than recorded. */
const WithdrawalCameBack = z.strictObject({
  ...outcome,
  currency: currencySchema,
  ...bookedAt,
  amount: positiveCents,
  fee: amountInCents,
  isPart,
  ordinal,
  ...simulatedPart,
  /** The destination from which it came back; absent in older events. */
  destinationId: aggregateId.optional(),
  cause: z.string(),
  text: explanation,
});

/** The payout's account belongs to another person, whose data are not recorded. */
const WithdrawalNamedOtherHolder = z.strictObject({
  ...outcome,
  provider: z.string(),
  /** Absent as in `WithdrawalRequested`. */
  destinationId: aggregateId.optional(),
});

/** The acquirer contradicts the outcome on record; staff decide. */
const WithdrawalContradicted = z.strictObject({
  ...outcome,
  currency: currencySchema,
  ...bookedAt,
  /** What the acquirer says. */
  status: z.enum(['SETTLED', 'FAILED']),
  endToEndId: z.string().nullable(),
  cause: z.string().nullable(),
  /** The amount in question; absent if zero, and in older events. */
  amount: positiveCents.optional(),
  /** The change of unapplied money: the books follow the acquirer until staff decide again. */
  unapplied: signedCents.optional(),
  /** The sum that the acquirer says it paid. Absent = the requested amount, or nothing, as `status` says. */
  saidAmount: signedCents.optional(),
  /** The acquirer says that the payout came back after it was paid. */
  isReturned: z.literal(true).optional(),
});

/** The acquirer confirms the record again. */
const WithdrawalContradictionEnded = z.strictObject({
  ...outcome,
  currency: currencySchema,
  ...bookedAt,
  /** The change of unapplied money: the books follow the record again. */
  unapplied: signedCents,
});

/** Staff decide about the payout, for example because the acquirer has given no final answer. */
const WithdrawalLeftUnresolved = z.strictObject({
  ...outcome,
  currency: currencySchema,
  provider: z.string(),
  /** The amount that was to be paid out. */
  amount: amountInCents,
  cause: z.enum(['unanswered', 'still-pending', 'other-amount', 'may-be-lost']),
  /** The amount that the acquirer says it paid, if it is not the requested one. */
  saidAmount: signedCents.optional(),
  merchantAccount: accountFoundIn,
});

/** The payout was made although the seller had the money back, or more was paid than recorded. */
const WithdrawalFoundPaid = z.strictObject({
  ...outcome,
  currency: currencySchema,
  ...bookedAt,
  amount: positiveCents,
  fee: amountInCents,
  isPart,
  ordinal,
  ...simulatedPart,
});

/** A member of staff found the payout on the bank's statement. No money moves. */
const WithdrawalReconciled = z.strictObject({
  platformId: aggregateId,
  receiverId: aggregateId,
  by: person,
  currency: currencySchema,
  /** What went out, by the statement. It is what was paid by our record. */
  amount: positiveCents,
  /** Finds the payout on the statement again. */
  reference: evidenceReference,
  at: timestampSchema,
});

/** A member of staff takes the mark of `WithdrawalReconciled` back. */
const WithdrawalReconciliationReverted = z.strictObject({
  platformId: aggregateId,
  receiverId: aggregateId,
  by: person,
  reason: evidence,
  at: timestampSchema,
});

const WithdrawalResolutionProposed = resolutionProposed;

const WithdrawalResolutionRejected = resolutionRejected;

/** Two members of staff agree whether the payout was made. */
const WithdrawalResolved = z
  .strictObject({ ...outcome, ...resolved, merchantAccount: accountOfMoney })
  .refine(isByEnough, BY_ONE);

export const withdrawalEvents = {
  WithdrawalRequested,
  WithdrawalAnalysisBegun,
  WithdrawalAnalysisEnded,
  WithdrawalApproved,
  WithdrawalRefused,
  WithdrawalStopped,
  WithdrawalSigned,
  WithdrawalAttempted,
  WithdrawalSent,
  WithdrawalUnanswered,
  WithdrawalSettled,
  WithdrawalFailed,
  WithdrawalCameBack,
  WithdrawalNamedOtherHolder,
  WithdrawalContradicted,
  WithdrawalContradictionEnded,
  WithdrawalLeftUnresolved,
  WithdrawalFoundPaid,
  WithdrawalReconciled,
  WithdrawalReconciliationReverted,
  WithdrawalResolutionProposed,
  WithdrawalResolutionRejected,
  WithdrawalResolved,
};

export type WithdrawalRequestedData = z.output<typeof WithdrawalRequested>;
