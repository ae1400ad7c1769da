import {
  isOfOutcome,
  NOTHING_STATED,
  openMatter,
  applyProposal,
  applyRejection,
  applyResolution,
  removeSettled,
  waitsSince,
  type Investigation,
  type Matter,
} from '#/domain/investigation/investigation.ts';
import { fnv1a } from '#/domain/values/fnv1a.ts';
import type { KnownCause } from '#/domain/aggregates/known-causes.ts';
import type { InvestigationCause } from '#/domain/investigation/events.ts';
import { add, cents, subtract, ZERO, type Cents } from '#/domain/values/money.ts';
import type { Difference } from './events.ts';
import type { PaymentResolvedData } from './resolution-events.ts';
import type { PaymentEvent } from './state.ts';
import { UNCOVERED_PREFIX } from './refund-state.ts';

type EventNamed<Type extends PaymentEvent['type']> = Extract<PaymentEvent, { type: Type }>;

export const DIFFERENCE_CAUSES: Readonly<Record<Difference, KnownCause>> = {
  AMOUNT: 'other-amount',
  CURRENCY: 'other-currency',
  ORDER: 'other-order',
  TRANSACTION: 'other-transaction',
};

const CHARGE_KEY = 'charge';
const RESOLUTION_KEY = 'resolution';

const LONGEST_ID = 150;

/** An acquirer's id may have any length; the key of a matter may not. */
const shorten = (id: string): string =>
  id.length <= LONGEST_ID ? id : `${id.slice(0, LONGEST_ID - 8)} ${fnv1a(id).toString(36)}`;

export const receiptKey = (transactionId: string): string => `receipt ${shorten(transactionId)}`;

const causeOfMismatch = (unapplied: Cents): InvestigationCause => {
  if (unapplied === 0) return 'UNFIT_ANSWER';
  return unapplied > 0 ? 'UNAPPLIED_RECEIPT' : 'CONTRADICTED_OUTCOME';
};

const afterMismatch = (
  investigation: Investigation,
  { data }: EventNamed<'PaymentMismatchFound'>,
): Investigation => {
  const { said, status, differs, unapplied, change, at } = data;
  const key = receiptKey(said.transactionId);
  // The acquirer gave the money back, or confirms what staff had found.
  if (change !== 0 && unapplied === 0) return removeSettled(investigation, (it) => it.key === key);
  const { amount, currency, transactionId } = said;
  const [first = 'TRANSACTION'] = differs;
  const cause = DIFFERENCE_CAUSES[first];
  return openMatter(investigation, {
    key,
    cause: causeOfMismatch(unapplied),
    since: at,
    amount: unapplied === 0 ? null : cents(Math.abs(unapplied)),
    unapplied,
    said: { status, amount, currency, transactionId, cause },
  });
};

const keyOfContradiction = (
  status: string,
  noticeId: string,
  receipt: string | undefined,
): string => {
  if (receipt !== undefined) return `said ${status} ${shorten(receipt)}`;
  return noticeId.startsWith('refund-') ? noticeId.slice(0, LONGEST_ID) : `said ${status}`;
};

/** Whether the sale itself is in question; a refund of it then settles the matter. */
export const isOfSale = ({ cause, key, said }: Pick<Matter, 'cause' | 'key' | 'said'>): boolean =>
  cause === 'CONTRADICTED_RESOLUTION' ||
  (cause === 'CONTRADICTED_OUTCOME' && said.transactionId === null && !key.startsWith('refund-'));

const afterContradiction = (
  investigation: Investigation,
  { data: { status, noticeId, contested, at } }: EventNamed<'PaymentNoticeRefused'>,
): Investigation => {
  if (!contested) return investigation;
  const replaced = contested.change === undefined ? [] : investigation.matters.filter(isOfSale);
  const rest = removeSettled(investigation, (it) => replaced.includes(it));
  return openMatter(rest, {
    key: keyOfContradiction(status, noticeId, contested.receipt),
    cause: 'CONTRADICTED_OUTCOME',
    since: waitsSince({ ...investigation, matters: replaced }) ?? at,
    amount: contested.amount,
    unapplied: contested.unapplied,
    said: { ...NOTHING_STATED, status, transactionId: contested.receipt ?? null },
  });
};

/** Returns how much of `amount` was posted as unapplied when the acquirer contradicted the sale: there `unapplied` is negative. */
export const findPostedPart = ({ unapplied }: Pick<Matter, 'unapplied'>, amount: Cents): Cents =>
  cents(Math.min(amount, -unapplied));

/** Subtracts what went back to the buyer from the amounts in question in matters about the sale; staff decide about the rest. */
const afterReversal = (
  investigation: Investigation,
  { data: { amount, unapplied } }: EventNamed<'PaymentRefunded' | 'PaymentChargedBack'>,
): Investigation => {
  // Older events lack `unapplied`. They do not change a matter of which a part is posted as unapplied.
  const isReduced = (it: Matter): boolean =>
    isOfSale(it) && (it.unapplied === 0 || unapplied !== undefined);
  return investigation.matters.filter(isReduced).reduce((rest, matter) => {
    const left = subtract(matter.amount ?? ZERO, amount);
    if (left <= 0) return removeSettled(rest, ({ key }) => key === matter.key);
    const posted = add(matter.unapplied, findPostedPart(matter, amount));
    return openMatter(rest, { ...matter, amount: left, unapplied: posted });
  }, investigation);
};

/** Whether the question is how the charge ended, and not what becomes of its money. */
export const isOfCharge = (matter: Pick<Matter, 'cause' | 'said'>): boolean =>
  isOfOutcome(matter) && matter.said.status !== 'APPROVED';

/** Closes the question how the charge ended. Questions about money that came in stay open. */
const afterOutcome = (investigation: Investigation): Investigation =>
  removeSettled(investigation, isOfCharge);

/** Drops an open proposal about the outcome after an event about a call, which the proposal did not take into account. */
const afterCall = (investigation: Investigation): Investigation => {
  const { matters, proposal } = investigation;
  const proposed = matters.find(({ key }) => key === proposal?.matter);
  return proposed && isOfOutcome(proposed) ? { ...investigation, proposal: null } : investigation;
};

const afterApproval = (
  investigation: Investigation,
  { data: { amount, at } }: EventNamed<'PaymentApproved'>,
): Investigation => {
  const settled = afterOutcome(investigation);
  if (investigation.outcome !== 'DID_NOT_HAPPEN') return settled;
  const said = { ...NOTHING_STATED, status: 'APPROVED', amount };
  const matter: Matter = {
    key: RESOLUTION_KEY,
    cause: 'CONTRADICTED_RESOLUTION',
    since: at,
    amount,
    unapplied: ZERO,
    said,
  };
  return openMatter({ ...settled, outcome: null }, matter);
};

/** Returns what staff have decided about the end of the charge, once this resolution is recorded; null = nothing. */
const outcomeAfter = (
  { outcome }: Investigation,
  { cause, resolution }: PaymentResolvedData,
  matter: Matter | undefined,
): Investigation['outcome'] => {
  if (resolution === 'HAPPENED') return cause === 'CONTRADICTED_OUTCOME' ? outcome : resolution;
  const pays = cause === 'UNAPPLIED_RECEIPT' && resolution === 'BORNE_BY_PLATFORM';
  // A receipt that does not pay the sale says nothing about the charge.
  return pays || (matter && isOfCharge(matter)) ? resolution : outcome;
};

const afterResolution = (
  investigation: Investigation,
  data: PaymentResolvedData,
): Investigation => {
  const matter = investigation.matters.find(({ key }) => key === data.matter);
  const outcome = outcomeAfter(investigation, data, matter);
  const next = { ...applyResolution(investigation, data), outcome };
  if (!matter || matter.amount === null || data.cause !== 'UNAPPLIED_RECEIPT') return next;
  // If more came in than the sale cost, staff must still decide about the rest.
  const rest = add(matter.amount, data.unapplied);
  return rest > 0 ? openMatter(next, { ...matter, amount: rest, unapplied: rest }) : next;
};

const keyOfUncovered = (refundId: string): string => `${UNCOVERED_PREFIX}${refundId}`;

/** Closes the question whether to make an uncovered refund, once the refund has failed, is made or will be. */
const afterRefund = (
  investigation: Investigation,
  { data: { refundId } }: { readonly data: { readonly refundId: string } },
): Investigation => removeSettled(investigation, ({ key }) => key === keyOfUncovered(refundId));

/** Used by the decider and by the read model. */
export const investigationAfter = (
  investigation: Investigation,
  event: PaymentEvent,
): Investigation => {
  switch (event.type) {
    case 'PaymentLeftUnresolved': {
      const { cause, at } = event.data;
      const said = { ...NOTHING_STATED, cause };
      return openMatter(investigation, {
        key: CHARGE_KEY,
        cause: 'UNKNOWN_OUTCOME',
        since: at,
        amount: null,
        unapplied: ZERO,
        said,
      });
    }
    case 'ChargeAttempted':
    case 'CaptureAttempted':
    case 'PaymentRerouted':
    case 'PaymentSubmitted':
    case 'PaymentSubmissionUnanswered':
      return afterCall(investigation);
    case 'PaymentMismatchFound':
      return afterMismatch(afterCall(investigation), event);
    case 'PaymentNoticeRefused':
      return afterContradiction(investigation, event);
    case 'PaymentApproved':
      return afterApproval(investigation, event);
    case 'PaymentRefundUncovered': {
      const { refundId, amount, at: since } = event.data;
      const question = { key: keyOfUncovered(refundId), cause: 'UNCOVERED_REFUND', since } as const;
      return openMatter(investigation, {
        ...question,
        amount,
        unapplied: ZERO,
        said: NOTHING_STATED,
      });
    }
    case 'PaymentRefundFailed':
    case 'PaymentRefundMatched':
    case 'PaymentRefundOverdrawn':
      return afterRefund(investigation, event);
    case 'PaymentRefunded':
    case 'PaymentChargedBack':
      return afterReversal(afterRefund(investigation, event), event);
    case 'PaymentRejected':
    case 'PaymentCanceled':
      return afterOutcome(investigation);
    case 'PaymentResolutionProposed':
      return applyProposal(investigation, event.data);
    case 'PaymentResolutionRejected':
      return applyRejection(investigation, event.data);
    case 'PaymentResolved':
      return afterResolution(investigation, event.data);
    default:
      return investigation;
  }
};
