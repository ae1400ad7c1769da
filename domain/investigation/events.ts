import { z } from 'zod';
import { aggregateId } from '#/domain/values/ids.ts';
import { currencySchema, positiveCents, signedCents } from '#/domain/values/money.ts';
import { LONGEST_REASON, SHORTEST_REASON } from '#/domain/values/reason-length.ts';
import { timestampSchema } from '#/domain/values/time.ts';

/** Why staff must decide. */
export const investigationCause = z.enum([
  /** It is unknown how a charge, refund, payout or registration ended. */
  'UNKNOWN_OUTCOME',
  /** An answer does not fit the request, and none of its money can be booked. */
  'UNFIT_ANSWER',
  /** Money came in that fits no sale. */
  'UNAPPLIED_RECEIPT',
  /** The acquirer contradicts the outcome on record. */
  'CONTRADICTED_OUTCOME',
  /** The acquirer contradicts what staff decided, and the books follow the acquirer. */
  'CONTRADICTED_RESOLUTION',
  /**
   * The seller's account does not cover a refund that staff requested. If it is made all the same, the seller's balance becomes negative.
   */
  'UNCOVERED_REFUND',
]);

/**
 * What staff found out. HAPPENED or DID_NOT_HAPPEN: whether the charge in question was paid, or the refund, payout or registration was
 * made. BORNE_BY_PLATFORM: it was, and the platform bears the loss. RETURNED: money came in, and was returned to the buyer. About an
 * uncovered refund, BORNE_BY_PLATFORM and DID_NOT_HAPPEN say whether it is to be made.
 */
export const resolution = z.enum(['HAPPENED', 'BORNE_BY_PLATFORM', 'RETURNED', 'DID_NOT_HAPPEN']);

/** A text by staff: of bounded length, and without personal data (people.83). */
export const evidence = z.string().trim().min(SHORTEST_REASON).max(LONGEST_REASON);

/** An id at the acquirer or its bank, by which the evidence is found again. */
export const evidenceReference = z
  .string()
  .regex(/^[\w.:/-]{1,80}$/)
  .nullable();

/** A staff member, as actor. */
export const person = z.string().regex(/^admin:/);

/**
 * The revision of the staff member's own record at the time of the proposal or approval. Once that person is blocked or loses the right,
 * the proposal or approval no longer counts, even if they get the right back. Absent in events from before it was recorded.
 */
export const staffRevision = z.int().nonnegative().optional();

const finding = {
  proposalId: aggregateId,
  /** Key of the question (`Matter`). */
  matter: z.string().max(200),
  resolution,
  evidence,
  reference: evidenceReference,
};

const proposed = {
  ...finding,
  currency: currencySchema,
  /** The amount in question; for a charge, the amount that was paid. Null = none is known or stated. */
  amount: positiveCents.nullable(),
};

/** One member of staff states what happened; nothing changes until another one agrees. */
export const resolutionProposed = z.strictObject({
  ...proposed,
  proposedBy: person,
  staffRevision,
  at: timestampSchema,
});

/** Another member of staff does not agree, or the first one withdraws the proposal. */
export const resolutionRejected = z.strictObject({
  proposalId: aggregateId,
  rejectedBy: person,
  reason: evidence,
  at: timestampSchema,
});

const agreement = {
  platformId: aggregateId,
  provider: z.string(),
  cause: investigationCause,
  proposedBy: person,
  /** Absent if the person who proposed it decided it alone (`isForOnePerson`). */
  confirmedBy: person.optional(),
  at: timestampSchema,
};

/** Two members of staff agree about a registration, which moves no money. Other events of the same append record the consequences. */
export const resolvedWithoutMoney = { ...finding, ...agreement };

/** Staff agree. Other events of the same append record the consequences. */
export const resolved = {
  ...proposed,
  ...agreement,
  /** How the unapplied money changes, and the loss that the platform bears; a negative loss is money that the platform got back. */
  unapplied: signedCents,
  loss: signedCents,
};

export type InvestigationCause = z.output<typeof investigationCause>;
export type Resolution = z.output<typeof resolution>;

/**
 * Whether one member of staff decides alone. A refund that is not made moves no money, and a platform may have one member of staff only.
 * Any other decision can move money, or say who is paid, so two people make it.
 */
export const isForOnePerson = (
  { cause }: { readonly cause: InvestigationCause },
  answer: Resolution,
): boolean => cause === 'UNCOVERED_REFUND' && answer === 'DID_NOT_HAPPEN';

/** Whether as many members of staff agree as the decision needs. */
export const isByEnough = (decided: {
  readonly cause: InvestigationCause;
  readonly resolution: Resolution;
  readonly proposedBy: string;
  readonly confirmedBy?: string | undefined;
}): boolean =>
  decided.confirmedBy === undefined
    ? isForOnePerson(decided, decided.resolution)
    : decided.confirmedBy !== decided.proposedBy;

export const BY_ONE = 'only one person decided it';

/** A proposal that waits for confirmation; its event also states the currency. */
export type Proposal = Omit<z.output<typeof resolutionProposed>, 'currency'>;
