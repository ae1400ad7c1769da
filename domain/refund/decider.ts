import type { Decider, EventOf } from '#/domain/aggregates/aggregate.ts';
import {
  accountPart,
  afterCall,
  isNewlyUnsent,
  isSuperseded,
  nextAttempt,
  unansweredPart,
  markUnsent,
  type LastAttempt,
} from '#/domain/acquiring/call-attempt.ts';
import { Refused } from '#/domain/errors/refused.ts';
import {
  isInvestigation,
  NOT_INVESTIGATED,
  waitsSince,
  type Investigation,
} from '#/domain/investigation/investigation.ts';
import { negate, ZERO } from '#/domain/values/money.ts';
import { explanationPart } from '#/domain/privacy/personal-text.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import type { RefundCommand } from './commands.ts';
import type { refundEvents, RefundRequestedData } from './events.ts';
import { investigationAfter, resolveRefund } from './resolve.ts';

export type RefundEvent = EventOf<typeof refundEvents>;

export type Refund =
  | { readonly status: 'NONE' }
  | {
      readonly status: 'PENDING' | 'UNANSWERED' | 'SETTLED' | 'FAILED';
      readonly requested: RefundRequestedData;
      /** The last call for the refund; null = none is on record, as for older refunds. */
      readonly attempt: LastAttempt | null;
      /** The provider accepted the refund: it must not be requested again. */
      readonly isAccepted: boolean;
      /** The provider's last statement that contradicts the record; repeated, it changes nothing. */
      readonly contradictingStatus: 'SETTLED' | 'FAILED' | null;
      /** The account in which that contradiction is booked. */
      readonly contradictedIn?: string | undefined;
      /** Two members of staff found that the refund was made. */
      readonly isFoundMadeByStaff: boolean;
      readonly investigation: Investigation;
    };

export type RequestedRefund = Exclude<Refund, { readonly status: 'NONE' }>;

/** The `failure` of a refund that the provider accepted but has not made yet. */
export const TAKEN_IN = 'taken-in';

/** Decides what an answer changes once an outcome is on record. Staff decide about contradictions. */
const decideAfterOutcome = (
  refund: RequestedRefund,
  command: Exclude<RefundCommand, { type: 'RequestProviderRefund' }>,
): readonly RefundEvent[] => {
  const { status, attempt, requested, contradictingStatus, isFoundMadeByStaff, investigation } =
    refund;
  const { platformId, sellerId, paymentId, provider, currency, amount } = requested;
  const owner = { platformId, sellerId, paymentId, provider, ...accountPart(requested) };
  const about = { ...owner, currency, amount, at: command.now };
  if (command.type === 'RecordSettled') {
    if (status !== 'FAILED' || contradictingStatus === 'SETTLED') return [];
    const unapplied = investigation.outcome === null ? ZERO : negate(amount);
    const { providerRefundId } = command;
    return [{ type: 'RefundContradicted', data: { ...about, unapplied, providerRefundId } }];
  }
  const isMissing = command.type === 'RecordMissing' && status === 'SETTLED';
  const isRefused =
    command.type === 'RecordFailed' && isFoundMadeByStaff && !isSuperseded(attempt, command);
  if (contradictingStatus === 'FAILED' || !(isMissing || isRefused)) return [];
  const unapplied = isFoundMadeByStaff ? amount : ZERO;
  return [{ type: 'RefundContradicted', data: { ...about, unapplied, status: 'FAILED' } }];
};

const recordUnresolved = (
  { requested }: RequestedRefund,
  cause: 'unanswered' | 'still-pending',
  at: Timestamp,
): RefundEvent => {
  const { platformId, sellerId, paymentId, provider, currency, amount } = requested;
  const owner = { platformId, sellerId, paymentId, provider };
  return { type: 'RefundLeftUnresolved', data: { ...owner, currency, amount, cause, at } };
};

/** If a proposal is open, staff made it without knowing of this event: it is dropped, and staff must decide again. */
const dropProposal = (
  refund: RequestedRefund,
  event: RefundEvent,
  at: Timestamp,
): readonly RefundEvent[] => {
  if (refund.investigation.proposal === null) return [event];
  const isTakenIn = event.type === 'RefundUnanswered' && event.data.failure === TAKEN_IN;
  const cause = isTakenIn || refund.isAccepted ? 'still-pending' : 'unanswered';
  return [event, recordUnresolved(refund, cause, at)];
};

const decide = (command: RefundCommand, refund: Refund): readonly RefundEvent[] => {
  if (command.type === 'RequestProviderRefund') {
    return refund.status === 'NONE' ? [{ type: 'RefundRequested', data: command.refund }] : [];
  }
  if (refund.status === 'NONE') throw new Refused('refund/unknown');
  if (isInvestigation(command)) return resolveRefund(refund, command);
  if (refund.status === 'SETTLED' || refund.status === 'FAILED')
    return decideAfterOutcome(refund, command);
  const { platformId, sellerId, paymentId, provider, currency, amount } = refund.requested;
  const at = command.now;
  switch (command.type) {
    case 'BeginRefund': {
      const attempt = nextAttempt(refund.attempt, command, provider);
      if (refund.isAccepted || !attempt) return [];
      return dropProposal(refund, { type: 'RefundAttempted', data: attempt }, at);
    }
    case 'RecordUnanswered': {
      const { failure, text } = command;
      const isNews =
        refund.status === 'PENDING' ||
        (failure === TAKEN_IN && !refund.isAccepted) ||
        isNewlyUnsent(refund.attempt, command);
      if (!isNews) return [];
      const data = { paymentId, ...unansweredPart(command), ...explanationPart(text), at };
      return dropProposal(refund, { type: 'RefundUnanswered', data }, at);
    }
    case 'RecordSettled': {
      const { providerRefundId } = command;
      return [
        { type: 'RefundSettled', data: { paymentId, currency, amount, providerRefundId, at } },
      ];
    }
    case 'RecordFailed': {
      if (isSuperseded(refund.attempt, command)) return [];
      const { cause, text } = command;
      const data = { platformId, sellerId, paymentId, cause, ...explanationPart(text), at };
      return [{ type: 'RefundFailed', data }];
    }
    case 'RecordMissing':
      return [];
    case 'LeaveUnresolved': {
      return waitsSince(refund.investigation) === null
        ? [recordUnresolved(refund, command.cause, at)]
        : [];
    }
  }
};

const evolve = (refund: Refund, event: RefundEvent): Refund => {
  if (event.type === 'RefundRequested') {
    return {
      status: 'PENDING',
      requested: event.data,
      attempt: null,
      isAccepted: false,
      contradictingStatus: null,
      isFoundMadeByStaff: false,
      investigation: NOT_INVESTIGATED,
    };
  }
  if (refund.status === 'NONE') return refund;
  const investigation = investigationAfter(refund.investigation, event);
  return { ...evolveRequested(refund, event), investigation };
};

const evolveRequested = (
  refund: RequestedRefund,
  event: Exclude<RefundEvent, { type: 'RefundRequested' }>,
): RequestedRefund => {
  switch (event.type) {
    case 'RefundAttempted':
      return { ...refund, attempt: afterCall(refund.attempt ?? refund.requested, event.data) };
    case 'RefundUnanswered':
      return {
        ...refund,
        status: 'UNANSWERED',
        attempt: markUnsent(refund.attempt, event.data),
        isAccepted: refund.isAccepted || event.data.failure === TAKEN_IN,
      };
    case 'RefundSettled':
      return { ...refund, status: 'SETTLED' };
    case 'RefundFailed':
      return { ...refund, status: 'FAILED' };
    case 'RefundContradicted':
      return {
        ...refund,
        contradictingStatus: event.data.status ?? 'SETTLED',
        contradictedIn: event.data.merchantAccount,
      };
    case 'RefundResolved':
      return { ...refund, isFoundMadeByStaff: event.data.resolution === 'HAPPENED' };
    case 'RefundLeftUnresolved':
    case 'RefundResolutionProposed':
    case 'RefundResolutionRejected':
      return refund;
  }
};

export const refund: Decider<RefundCommand, RefundEvent, Refund> = {
  category: 'refund',
  initial: { status: 'NONE' },
  decide,
  evolve,
};
