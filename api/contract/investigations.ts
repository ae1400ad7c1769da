import { z } from 'zod';
import { attemptOperations, attemptOutcomes } from '#/domain/acquiring/attempts-on-record.ts';
import { currencySchema } from '#/domain/values/money.ts';
import { aggregateId } from '#/domain/values/ids.ts';
import {
  evidence,
  evidenceReference,
  investigationCause,
  resolution,
} from '#/domain/investigation/events.ts';
import { after, centsOut, instant, mutation, page, paging, position, query } from './procedure.ts';

const kind = z.enum(['PAYMENT', 'REFUND', 'WITHDRAWAL', 'REGISTRATION']);

const cause = investigationCause;

/** A payment, refund, withdrawal or registration about which staff must answer a question. */
const investigation = z.strictObject({
  kind,
  id: aggregateId,
  paymentId: aggregateId.nullable(),
  sellerId: aggregateId,
  sellerName: z.string().nullable(),
  provider: z.string(),
  providerLabel: z.string(),
  /** Requested from the acquirer; null for a registration. */
  amount: centsOut.nullable(),
  /** Sum over all open questions; a question whose amount is unknown counts with `amount`. */
  inQuestion: centsOut.nullable(),
  currency: z.string().nullable(),
  since: instant,
  causes: z.array(cause).min(1),
  /** Whether one member of staff has answered, and a second must agree. */
  isProposed: z.boolean(),
});

/** An open question, which only staff can answer. */
const matter = z.strictObject({
  /** Unique within the payment, refund, withdrawal or registration. */
  key: z.string(),
  cause,
  since: instant,
  /** The amount in question; null if unknown. */
  amount: centsOut.nullable(),
  /** What the acquirer stated that raised the question; null where it stated nothing. */
  said: z.strictObject({
    status: z.string().nullable(),
    amount: centsOut.nullable(),
    currency: z.string().nullable(),
    transactionId: z.string().nullable(),
    cause: z.string().nullable(),
  }),
  /** What staff may propose now. */
  answers: z.array(resolution),
  /** The answers that need no second person. */
  answersOfOne: z.array(resolution),
});

const person = z.strictObject({ id: z.string(), name: z.string().nullable() });

const proposal = z.strictObject({
  proposalId: aggregateId,
  matter: z.string(),
  resolution,
  amount: centsOut.nullable(),
  evidence: z.string(),
  reference: z.string().nullable(),
  proposedBy: person,
  /** Whether the caller proposed it, and another must confirm it. */
  isOwn: z.boolean(),
  at: instant,
});

/** What we requested from the acquirer, and the status on record. */
const asked = z.strictObject({
  method: z.string(),
  status: z.string(),
  transactionId: z.string().nullable(),
  at: instant,
});

/** A call to the acquirer, recorded before it was made. */
const attempt = z.strictObject({
  attemptId: z.uuid(),
  operation: z.enum(attemptOperations),
  /** 1 = no earlier call can have reached the acquirer. */
  ordinal: z.int().positive(),
  providerLabel: z.string(),
  /** Our name for the account at the acquirer; null = it has none. */
  merchantAccount: z.string().nullable(),
  /** Which of the account's keys: 1 = the first; null = not on record. */
  credential: z.int().positive().nullable(),
  /** The id of ours that the call carries. */
  reference: z.string(),
  at: instant,
  /** Nothing was sent after it. */
  deadline: instant,
  outcome: z.enum(attemptOutcomes),
  cause: z.string().nullable(),
  /** When the outcome, or that there was no answer, was recorded. */
  endedAt: instant.nullable(),
  /** How often the acquirer was asked about the call since; null = this cannot be read now. */
  lookUps: z
    .strictObject({
      times: z.int().nonnegative(),
      lastAt: instant.nullable(),
      lastFailure: z.strictObject({ cause: z.string(), at: instant }).nullable(),
    })
    .nullable(),
});

const investigationDetail = investigation
  .omit({ inQuestion: true, since: true, causes: true, isProposed: true })
  .extend({
    asked,
    /** Oldest first. */
    attempts: z.array(attempt),
    /** Empty once everything is decided. */
    matters: z.array(matter),
    proposal: proposal.nullable(),
    position,
  });

/** An event that a policy failed to process, which is retried every minute, and how many later events wait for it. */
const parkedWork = z.strictObject({
  policy: z.string(),
  /** Type of the event. Null: the log hides the event, so its platform is unknown. */
  event: z.string().nullable(),
  stream: z.string(),
  /** The aggregate or stream whose later events wait. */
  subject: z.string(),
  /** When it first failed. */
  since: instant,
  /** How many later events wait. */
  waiting: z.int().nonnegative(),
  failure: z.string(),
  /** The log hides events of this stream: an operator has to restore it first. */
  isCut: z.boolean(),
  /** This release cannot read all of the record, so that the money may be absent or incomplete. */
  isUnreadable: z.boolean(),
  /** The money that the event is about, as far as it is on record; null = none. */
  money: z
    .strictObject({
      provider: z.string().nullable(),
      providerLabel: z.string().nullable(),
      /** The event's own amount, or all of its payment, refund or withdrawal; null if it is about no amount. */
      amount: centsOut.nullable(),
      currency: currencySchema.nullable(),
      /** Null: nothing has been requested from an acquirer yet. */
      asked: asked.nullable(),
    })
    .nullable(),
});

const about = { kind, id: aggregateId };

export const investigationContract = {
  'admin.listInvestigations': query(
    'What no machine may decide, and waits for staff; longest first',
    z.strictObject({
      kind: kind.optional(),
      provider: z.string().max(64).optional(),
      sellerId: aggregateId.optional(),
      proposed: z.enum(['yes', 'no']).optional(),
      ...paging,
    }),
    page(investigation),
  ),
  'admin.getInvestigation': query(
    'One payment, refund, withdrawal or registration: what was asked, answered and proposed',
    z.strictObject({ ...about, after }),
    investigationDetail,
  ),
  'admin.listParkedWork': query(
    'Events that could not be dealt with for five minutes; they are tried again every minute',
    z.strictObject({ after }),
    z.strictObject({ items: z.array(parkedWork), position }),
  ),
  'admin.proposeResolution': mutation(
    'Says what happened, with evidence; a second person must agree, unless no money moves',
    z.strictObject({
      ...about,
      matter: z.string().min(1).max(200),
      resolution,
      /** The amount paid, where it is not the requested one. */
      amount: z.int().min(1).max(99_999_999_99).nullable().default(null),
      evidence,
      reference: evidenceReference.default(null),
    }),
    z.strictObject({ proposalId: aggregateId, position }),
  ),
  'admin.confirmResolution': mutation(
    'Agrees with what another person proposed: the books follow',
    z.strictObject({ ...about, proposalId: aggregateId }),
    z.strictObject({ position }),
  ),
  'admin.rejectResolution': mutation(
    'Does not agree with what was proposed; it waits again',
    z.strictObject({ ...about, proposalId: aggregateId, reason: evidence }),
    z.strictObject({ position }),
  ),
};
