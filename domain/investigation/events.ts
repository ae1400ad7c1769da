import { z } from 'zod';
import { aggregateId } from '#/domain/ids.ts';
import { currencySchema, positiveCents, signedCents } from '#/domain/money.ts';
import { LONGEST_REASON, SHORTEST_REASON } from '#/domain/reason-length.ts';
import { timestampSchema } from '#/domain/time.ts';

/** Why people must decide. */
export const investigationCause = z.enum([
  /** No one says how a charge, refund or payout ended. */
  'UNKNOWN_OUTCOME',
  /** An answer is not about what was asked for, and no money of it can be booked. */
  'UNFIT_ANSWER',
  /** Money came in that fits no sale. */
  'UNAPPLIED_RECEIPT',
  /** The acquirer contradicts the outcome on record. */
  'CONTRADICTED_OUTCOME',
  /** The acquirer contradicts what people decided, and the books follow it. */
  'CONTRADICTED_RESOLUTION',
]);

/**
 * What people found out. Of an outcome: it happened, or it did not; if it happened and no one else can bear it, the platform
 * does. Money that came in may also have been returned to the buyer.
 */
export const resolution = z.enum(['HAPPENED', 'BORNE_BY_PLATFORM', 'RETURNED', 'DID_NOT_HAPPEN']);

/** A person's text: bounded, and without personal data (people.83). */
export const evidence = z.string().trim().min(SHORTEST_REASON).max(LONGEST_REASON);

/** An id at the acquirer or its bank, by which the evidence is found again. */
export const evidenceReference = z
  .string()
  .regex(/^[\w.:/-]{1,80}$/)
  .nullable();

/** A staff member, as actor. */
export const person = z.string().regex(/^admin:/);

const proposed = {
  proposalId: aggregateId,
  /** Key of the matter. */
  matter: z.string().max(200),
  resolution,
  currency: currencySchema,
  /** The amount in question; of a charge what was paid. */
  amount: positiveCents.nullable(),
  evidence,
  reference: evidenceReference,
};

/** One person says what happened; nothing changes until another one agrees. */
export const resolutionProposed = z.strictObject({
  ...proposed,
  proposedBy: person,
  at: timestampSchema,
});

/** Another person does not agree, or the first one takes it back. */
export const resolutionRejected = z.strictObject({
  proposalId: aggregateId,
  rejectedBy: person,
  reason: evidence,
  at: timestampSchema,
});

/** Two people agree. Other events of the same append say what follows from it. */
export const resolved = {
  ...proposed,
  platformId: aggregateId,
  provider: z.string(),
  cause: investigationCause,
  proposedBy: person,
  confirmedBy: person,
  /** How the unapplied money changes, and what the platform bears; negative when that came back to it. */
  unapplied: signedCents,
  loss: signedCents,
  at: timestampSchema,
};

/** Whether two different people agree. */
export const isByTwo = ({
  proposedBy,
  confirmedBy,
}: {
  readonly proposedBy: string;
  readonly confirmedBy: string;
}): boolean => proposedBy !== confirmedBy;

export const BY_ONE = 'the same person proposed and confirmed it';

export type InvestigationCause = z.output<typeof investigationCause>;
export type Resolution = z.output<typeof resolution>;
/** A proposal as it waits; its event also states the currency. */
export type Proposal = Omit<z.output<typeof resolutionProposed>, 'currency'>;
