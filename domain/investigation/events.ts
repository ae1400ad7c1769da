import { z } from 'zod';
import { aggregateId } from '#/domain/values/ids.ts';
import { currencySchema, positiveCents, signedCents } from '#/domain/values/money.ts';
import { REFERENCE } from '#/domain/values/reference-text.ts';
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
  /** The seller's account does not cover a refund that staff requested. */
  'UNCOVERED_REFUND',
]);

/** What staff found out. RETURNED: money came in and went back to the buyer. */
export const resolution = z.enum(['HAPPENED', 'BORNE_BY_PLATFORM', 'RETURNED', 'DID_NOT_HAPPEN']);

/** A text by staff, without personal data (people.83). */
export const evidence = z.string().trim().min(SHORTEST_REASON).max(LONGEST_REASON);

/** Of the acquirer or its bank; null = none was given. */
export const evidenceReference = z.string().regex(REFERENCE).nullable();

/** A staff member, as actor. */
export const person = z.string().regex(/^admin:/);

/**
 * The revision, at that time, of the staff record of the person who acted. The act counts only if no later revision took the right to it
 * from the person.
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
  /** The amount in question; null = none is known or stated. */
  amount: positiveCents.nullable(),
};

/** Nothing changes until another member of staff agrees. */
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
  /** Absent if the proposer decided it alone (`isForOnePerson`). */
  confirmedBy: person.optional(),
  at: timestampSchema,
};

/** For the registration of a receiver, which moves no money. */
export const resolvedWithoutMoney = { ...finding, ...agreement };

/** Staff agree. Other events of the same append record the consequences. */
export const resolved = {
  ...proposed,
  ...agreement,
  /** The change of unapplied money, and the loss (negative = the platform got money back). */
  unapplied: signedCents,
  loss: signedCents,
};

export type InvestigationCause = z.output<typeof investigationCause>;
export type Resolution = z.output<typeof resolution>;

/** A refund that is not made moves no money, so one member of staff decides. */
export const isForOnePerson = (
  { cause }: { readonly cause: InvestigationCause },
  answer: Resolution,
): boolean => cause === 'UNCOVERED_REFUND' && answer === 'DID_NOT_HAPPEN';

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

/** A proposal that waits for confirmation. */
export type Proposal = Omit<z.output<typeof resolutionProposed>, 'currency'>;
