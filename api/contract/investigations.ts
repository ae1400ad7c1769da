import { z } from 'zod';
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

/** A payment, refund, withdrawal or registration about which staff must decide a question. */
const investigation = z.strictObject({
  kind,
  id: aggregateId,
  /** Null for a withdrawal or registration. */
  paymentId: aggregateId.nullable(),
  sellerId: aggregateId,
  sellerName: z.string().nullable(),
  provider: z.string(),
  providerLabel: z.string(),
  /** The amount that the acquirer was asked for. Null for a registration; `inQuestion` and `currency` are null then too. */
  amount: centsOut.nullable(),
  /** The sum of the amounts in question, over all open questions. A question whose amount is not known counts with `amount`. */
  inQuestion: centsOut.nullable(),
  currency: z.string().nullable(),
  since: instant,
  causes: z.array(cause).min(1),
  /** Whether one member of staff has said what happened, so that a second one must agree. */
  isProposed: z.boolean(),
});

const matter = z.strictObject({
  /** Unique within the payment, refund, withdrawal or registration. */
  key: z.string(),
  cause,
  since: instant,
  /** The amount in question; null = none is known. */
  amount: centsOut.nullable(),
  said: z.strictObject({
    status: z.string().nullable(),
    amount: centsOut.nullable(),
    currency: z.string().nullable(),
    transactionId: z.string().nullable(),
    cause: z.string().nullable(),
  }),
  /** The resolutions that staff may propose in the current state. */
  answers: z.array(resolution),
  /** Those of `answers` that take effect at once, without a second person. */
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
  /** Whether the caller proposed it, so that another member of staff must confirm it. */
  isOwn: z.boolean(),
  at: instant,
});

/** What was requested: method, status, the acquirer's transaction, and when. */
const asked = z.strictObject({
  method: z.string(),
  status: z.string(),
  transactionId: z.string().nullable(),
  at: instant,
});

const investigationDetail = investigation
  .omit({ inQuestion: true, since: true, causes: true, isProposed: true })
  .extend({
    asked,
    /** Empty once everything is decided. */
    matters: z.array(matter),
    proposal: proposal.nullable(),
    position,
  });

/**
 * An event that a policy failed to process, and the events that wait for it. It is retried every minute, and staff have nothing to decide
 * about it.
 */
const parkedWork = z.strictObject({
  policy: z.string(),
  /** Null = the log hides it. Then it is not known whose it is: every platform sees the work, and no id. */
  event: z.string().nullable(),
  stream: z.string(),
  /** The aggregate or stream whose later events wait for this one; if none waits, the event's own stream. */
  subject: z.string(),
  /** When it first failed. */
  since: instant,
  /** How many later events wait until this one is dealt with. */
  waiting: z.int().nonnegative(),
  failure: z.string(),
  /** The log hides the event, or others of its stream, so that a retry cannot succeed before an operator has restored the stream. */
  isCut: z.boolean(),
  /** The payment, refund or withdrawal of the event, as far as it is on record; null = the event is about none. */
  money: z
    .strictObject({
      provider: z.string(),
      providerLabel: z.string(),
      amount: centsOut.nullable(),
      currency: z.string().nullable(),
      asked,
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
      /**
       * The amount that was paid, if it differs from the requested amount. Staff state it only if the outcome is unknown and no amount is
       * on record.
       */
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
