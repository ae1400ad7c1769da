import type { DomainEvent } from '#/domain/aggregates/events.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import { CHARGED_ELSEWHERE } from '#/domain/payment/reroute.ts';
import { isOtherAccount, type CallAttempt } from './call-attempt.ts';

export const attemptOperations = [
  'CHARGE',
  'CAPTURE',
  'REFUND',
  'WITHDRAWAL',
  'REGISTRATION',
] as const;

type Operation = (typeof attemptOperations)[number];

/** `ACCEPTED` = the acquirer has the request, and will say how it ends. */
export const attemptOutcomes = [
  'UNKNOWN',
  'NOT_SENT',
  'ACCEPTED',
  'HAPPENED',
  'DID_NOT_HAPPEN',
] as const;

type Outcome = (typeof attemptOutcomes)[number];

interface Ending {
  readonly outcome: Outcome;
  /** Why it did not happen, or why the outcome is unknown; null = not stated. */
  readonly cause: string | null;
  /** When this was recorded; null = nothing was recorded after the attempt. */
  readonly endedAt: Timestamp | null;
}

/** An attempt, and how it ended according to the record. */
export interface AttemptOnRecord extends Ending {
  readonly operation: Operation;
  readonly call: CallAttempt;
}

interface Report extends Ending {
  readonly operations: readonly Operation[];
  /** The attempt that is reported on; absent = the last one of the operation. */
  readonly attemptId?: string | undefined;
}

const CHARGES = ['CHARGE'] as const;
const CARD_CHARGES = ['CHARGE', 'CAPTURE'] as const;

const reportOutcome = (
  operations: readonly Operation[],
  outcome: Outcome,
  { at, cause = null }: { readonly at: Timestamp; readonly cause?: string | undefined | null },
): Report => ({ operations, outcome, cause, endedAt: at });

const reportSilence = (
  operations: readonly Operation[],
  data: {
    readonly at: Timestamp;
    readonly failure: string;
    readonly isUnsent?: true | undefined;
    readonly attemptId?: string | undefined;
  },
): Report => {
  const { at, failure, isUnsent, attemptId } = data;
  const outcome = isUnsent ? 'NOT_SENT' : failure === 'taken-in' ? 'ACCEPTED' : 'UNKNOWN';
  return { ...reportOutcome(operations, outcome, { at, cause: failure }), attemptId };
};

type Rerouted = Extract<DomainEvent, { type: 'PaymentRerouted' }>['data'];

/** Undefined if the event says nothing about an attempt. */
const reportOf = ({ type, data }: DomainEvent): Report | undefined => {
  switch (type) {
    case 'PaymentSubmissionUnanswered':
      return reportSilence(CHARGES, data);
    case 'PaymentSubmitted':
      return reportOutcome(CHARGES, 'ACCEPTED', data);
    case 'PaymentRerouted':
      // A charge that was found at another acquirer says nothing about the call to this one.
      return data.cause === CHARGED_ELSEWHERE
        ? undefined
        : reportOutcome(CHARGES, 'DID_NOT_HAPPEN', data);
    case 'PaymentApproved':
      return reportOutcome(CARD_CHARGES, 'HAPPENED', data);
    case 'PaymentRejected':
    case 'PaymentCanceled':
      return reportOutcome(CARD_CHARGES, 'DID_NOT_HAPPEN', data);
    case 'RefundUnanswered':
      return reportSilence(['REFUND'], data);
    case 'RefundSettled':
      return reportOutcome(['REFUND'], 'HAPPENED', data);
    case 'RefundFailed':
      return reportOutcome(['REFUND'], 'DID_NOT_HAPPEN', data);
    case 'WithdrawalUnanswered':
      return reportSilence(['WITHDRAWAL'], data);
    case 'WithdrawalSent':
      return reportOutcome(['WITHDRAWAL'], 'ACCEPTED', data);
    case 'WithdrawalSettled':
    case 'WithdrawalFoundPaid':
      return reportOutcome(['WITHDRAWAL'], 'HAPPENED', { at: data.at });
    case 'WithdrawalFailed':
      return reportOutcome(['WITHDRAWAL'], 'DID_NOT_HAPPEN', data);
    case 'ReceiverRegistrationUnanswered':
      return reportSilence(['REGISTRATION'], data);
    case 'ReceiverRegistered':
      return reportOutcome(['REGISTRATION'], 'HAPPENED', { at: data.at });
    case 'ReceiverRegistrationRefused':
      return reportOutcome(['REGISTRATION'], 'DID_NOT_HAPPEN', data);
    default:
      return undefined;
  }
};

const attemptIn = (
  event: DomainEvent,
): { readonly operation: Operation; readonly call: CallAttempt } | undefined => {
  switch (event.type) {
    case 'ChargeAttempted':
      return { operation: 'CHARGE', call: event.data };
    case 'CaptureAttempted':
      return { operation: 'CAPTURE', call: event.data };
    case 'RefundAttempted':
      return { operation: 'REFUND', call: event.data };
    case 'WithdrawalAttempted':
      return { operation: 'WITHDRAWAL', call: event.data };
    case 'ReceiverRegistrationBegun':
      return event.data.attempt && { operation: 'REGISTRATION', call: event.data.attempt };
    default:
      return undefined;
  }
};

/** A report that the call had no answer, or was not sent, changes no outcome that is on record. */
const endedBy = (attempt: AttemptOnRecord, report: Report): AttemptOnRecord => {
  const { outcome, cause, endedAt } = report;
  const hasOutcome = attempt.outcome !== 'UNKNOWN';
  if (hasOutcome && (outcome === 'UNKNOWN' || outcome === 'NOT_SENT')) return attempt;
  return { ...attempt, outcome, cause, endedAt };
};

interface Listed {
  readonly attempt: AttemptOnRecord;
  /** The payment has left the attempt's acquirer: later reports are about other calls, unless they name this one. */
  readonly isLeft: boolean;
}

/** The attempt that the report is about. Without an attempt's id, it is the last one that was sent and that the payment has not left. */
const reportedOn = (
  listed: readonly Listed[],
  operation: Operation,
  { attemptId }: Report,
): Listed | undefined =>
  listed.findLast(({ attempt, isLeft }) => {
    if (attempt.operation !== operation) return false;
    if (attemptId !== undefined) return attempt.call.attemptId === attemptId;
    return !isLeft && attempt.outcome !== 'NOT_SENT';
  });

const afterReport = (listed: readonly Listed[], report: Report): readonly Listed[] => {
  const reported = report.operations.map((operation) => reportedOn(listed, operation, report));
  return listed.map((each) =>
    reported.includes(each) ? { ...each, attempt: endedBy(each.attempt, report) } : each,
  );
};

/**
 * Marks the attempts before a reroute as left. If the payment goes back to an acquirer because a charge was found there, the attempts
 * there may have made the charge, and are not left.
 */
const afterReroute = (
  listed: readonly Listed[],
  { from, to, merchantAccount, cause }: Rerouted,
): readonly Listed[] => {
  const mayHaveMadeCharge = (call: CallAttempt): boolean =>
    cause === CHARGED_ELSEWHERE &&
    from !== to &&
    call.provider === to &&
    !isOtherAccount(call, { merchantAccount });
  return listed.map((each) => ({ ...each, isLeft: !mayHaveMadeCharge(each.attempt.call) }));
};

/** Lists the attempts among the events of one request, oldest first. An attempt without a report is unknown. */
export const listAttempts = (events: readonly DomainEvent[]): readonly AttemptOnRecord[] => {
  let listed: readonly Listed[] = [];
  for (const event of events) {
    const begun = attemptIn(event);
    const attempt =
      begun && ({ ...begun, outcome: 'UNKNOWN', cause: null, endedAt: null } as const);
    if (attempt) listed = [...listed, { attempt, isLeft: false }];
    const report = reportOf(event);
    if (report) listed = afterReport(listed, report);
    if (event.type === 'PaymentRerouted') listed = afterReroute(listed, event.data);
  }
  return listed.map(({ attempt }) => attempt);
};
