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

/** A withdrawal to be paid out of the money that the account holds for it. */
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
    /** Absent in events from before destinations were records. */
    destinationId: aggregateId.optional(),
    /** The approval by staff that it waits for; absent = none. */
    approval: neededApproval.optional(),
    /** Absent in events from before it was recorded. */
    heldIn: heldIn.optional(),
    ...simulatedPart,
    at: timestampSchema,
  })
  .refine(coversFee, 'the fee exceeds it');

/** A member of staff approves the payout. It is sent once enough members of staff have approved it. */
const WithdrawalApproved = z.strictObject({
  platformId: aggregateId,
  receiverId: aggregateId,
  approvedBy: person,
  staffRevision,
  /** Earlier approvers whose approval no longer counts, for example because they were blocked. Absent = all approvals count. */
  lapsed: z.array(person).min(1).optional(),
  at: timestampSchema,
});

/**
 * A member of staff refuses the payout before it is sent. The payout fails, and the money goes back to the seller. But if the log may have
 * lost a call for the payout, `WithdrawalLeftUnresolved` follows instead.
 */
const WithdrawalRefused = z.strictObject({
  platformId: aggregateId,
  receiverId: aggregateId,
  refusedBy: person,
  reason: evidence,
  at: timestampSchema,
});

/**
 * When the payout was about to be sent, it was no longer payable. No call for it has reached the provider, and none can reach it any more.
 * The payout waits until staff approve it again, or refuse it.
 */
const WithdrawalStopped = z.strictObject({
  platformId: aggregateId,
  receiverId: aggregateId,
  /** The code of the refusal that a new request would have got. */
  cause: z.string(),
  /** The approval that it needs now. Earlier approvals do not count any more. */
  approval: neededApproval,
  /** The log's epoch in which it was stopped. */
  epoch: z.int().positive(),
  at: timestampSchema,
});

/** The platform signs the payout; this event is appended together with the first attempt, and with the first one after a stop. */
const WithdrawalSigned = z.strictObject({
  platformId: aggregateId,
  receiverId: aggregateId,
  ...signedStatement.shape,
  at: timestampSchema,
});

/** The call that requests the payout from the provider is about to be sent. */
const WithdrawalAttempted = callAttempt;

/** The provider accepted the payout: it has paid, or will pay. */
const WithdrawalSent = z.strictObject({
  providerWithdrawId: z.string(),
  at: timestampSchema,
});

/** The call left the outcome open. Unless it certainly was not sent (`isUnsent`), the payout must be read back before anything else. */
const WithdrawalUnanswered = z.strictObject({ ...unanswered, at: timestampSchema });

const outcome = { platformId: aggregateId, receiverId: aggregateId, at: timestampSchema };

/** The acquirer, and the account there, in which the payout is booked. */
const paidBy = { provider: z.string(), merchantAccount: accountOfMoney };

const WithdrawalSettled = z.strictObject({
  ...outcome,
  ...paidBy,
  currency: currencySchema,
  /**
   * The amount that was held for the withdrawal, repeated because the log may have lost the event of the hold. Absent in events from
   * before it was recorded.
   */
  amount: positiveCents.optional(),
  fee: amountInCents.optional(),
  /** What the acquirer paid out, if staff found another amount than was requested; other events correct the balance. */
  paidOut: positiveCents.optional(),
  ...simulatedPart,
  endToEndId: z.string().nullable(),
});

const WithdrawalFailed = z.strictObject({ ...outcome, cause: z.string(), text: explanation });

/**
 * Staff found that another amount was paid than is on record: the event's amounts are only the difference. Absent = they are all of the
 * payout.
 */
const isPart = z.literal(true).optional();

/**
 * Which correction of the payout this is, so that the account books each correction once. Absent = the first one, or one from before
 * corrections were counted.
 */
const ordinal = z.int().min(2).optional();

/** The payout came back after it was paid, for example because the account was closed; or less was paid than is on record. */
const WithdrawalCameBack = z.strictObject({
  ...outcome,
  currency: currencySchema,
  ...paidBy,
  amount: positiveCents,
  fee: amountInCents,
  isPart,
  ordinal,
  ...simulatedPart,
  /** The destination from which it came back; absent as in `WithdrawalRequested`. */
  destinationId: aggregateId.optional(),
  cause: z.string(),
  text: explanation,
});

/**
 * The acquirer says that the account which got the money, or will get it, belongs to another person than the destination names. The name
 * and document of that person are not recorded: they are a stranger's personal data, and the acquirer can be asked again.
 */
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
  ...paidBy,
  /** What the acquirer says. */
  status: z.enum(['SETTLED', 'FAILED']),
  endToEndId: z.string().nullable(),
  cause: z.string().nullable(),
  /** The amount in question; absent if it is zero, and in events from before staff decided such cases. */
  amount: positiveCents.optional(),
  /**
   * The change of unapplied money. If the acquirer contradicts what staff decided, the books follow the acquirer until staff decide
   * again.
   */
  unapplied: signedCents.optional(),
  /** The amount that the acquirer says it paid, if that is not the requested amount. */
  saidAmount: signedCents.optional(),
  /** The acquirer says that the payout came back after it was paid. Absent otherwise, and in events from before this was recorded. */
  isReturned: z.literal(true).optional(),
});

/** The acquirer confirms the record again, so its contradiction has ended. */
const WithdrawalContradictionEnded = z.strictObject({
  ...outcome,
  currency: currencySchema,
  ...paidBy,
  /** How the unapplied money changes: the books follow the record again. */
  unapplied: signedCents,
});

/**
 * Staff decide about the payout: the acquirer has given no final answer, or it says that it paid another amount, or staff refused a payout
 * of which the log may have lost a call.
 */
const WithdrawalLeftUnresolved = z.strictObject({
  ...outcome,
  currency: currencySchema,
  provider: z.string(),
  /** The amount that was to be paid out. */
  amount: amountInCents,
  cause: z.enum(['unanswered', 'still-pending', 'other-amount', 'may-be-lost']),
  /** The amount that the acquirer says it paid, if that is another amount. */
  saidAmount: signedCents.optional(),
});

/** A payout was made after all, although its money had been given back to the seller; or more was paid than is on record. */
const WithdrawalFoundPaid = z.strictObject({
  ...outcome,
  currency: currencySchema,
  ...paidBy,
  amount: positiveCents,
  fee: amountInCents,
  isPart,
  ordinal,
  ...simulatedPart,
});

const WithdrawalResolutionProposed = resolutionProposed;

const WithdrawalResolutionRejected = resolutionRejected;

/** Two members of staff agree whether the payout was made. */
const WithdrawalResolved = z
  .strictObject({ ...outcome, ...resolved, merchantAccount: accountOfMoney })
  .refine(isByEnough, BY_ONE);

export const withdrawalEvents = {
  WithdrawalRequested,
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
  WithdrawalResolutionProposed,
  WithdrawalResolutionRejected,
  WithdrawalResolved,
};

export type WithdrawalRequestedData = z.output<typeof WithdrawalRequested>;
