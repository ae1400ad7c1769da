import type { Decider } from '#/domain/aggregates/aggregate.ts';
import {
  accountPart,
  isNewlyUnsent,
  mayBeUnderWay,
  isSuperseded,
  nextAttempt,
  unansweredPart,
} from '#/domain/acquiring/call-attempt.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { isInvestigation } from '#/domain/investigation/investigation.ts';
import { explanationPart } from '#/domain/privacy/personal-text.ts';
import type { PaymentCommand, ProviderStatus } from './commands.ts';
import { approvalOf } from './approval.ts';
import { recordContradiction, isRefundedBefore } from './contradiction.ts';
import { findMissingRefunds } from './missing-refund.ts';
import { reverseByProvider, reverseSurplus } from './provider-reversal.ts';
import { concludeRefund, requestRefund } from './refunds.ts';
import { leaveUncovered } from './uncovered-refund.ts';
import { resolvePayment } from './resolve.ts';
import {
  differencesOf,
  isForeign,
  recordElsewhere,
  recordMismatch,
  recordOtherAmount,
  recordSurplus,
  pricePartsOf,
  recordChargebackOfReturned,
} from './receipts/mismatch.ts';
import { isPaidStatus } from './receipts/stated-money.ts';
import {
  evolve,
  NEVER_SUBMITTED,
  type Payment,
  type PaymentEvent,
  type RequestedPayment,
} from './state.ts';
import { CHARGED_ELSEWHERE, formerChargeOf } from './reroute.ts';
import { sumRefundsUnderWay } from './refundable.ts';

type Submission = Extract<PaymentCommand, { type: 'RecordSubmission' }>;
type RerouteCommand = Extract<PaymentCommand, { type: 'Reroute' }>;
type CallOff = Extract<PaymentCommand, { type: 'CallOff' }>;

/** Approves a payment, and then reverses what the acquirer says it gave back. */
const approve = (payment: RequestedPayment, report: ProviderStatus): readonly PaymentEvent[] => {
  const transactionId = report.answer?.transactionId ?? null;
  const approved = approvalOf(payment, { ...report, transactionId });
  const approval: PaymentEvent = { type: 'PaymentApproved', data: approved };
  return [approval, ...reverseByProvider({ ...payment, status: 'APPROVED', approved }, report)];
};

/** Decides how a status changes a paid payment: money went back, or another amount came in. */
const changeApproved = (
  payment: RequestedPayment,
  report: ProviderStatus,
): readonly PaymentEvent[] => {
  const { answer, status } = report;
  // The answer to our refund will say how much was given back.
  const isAwaited = status !== 'CHARGEBACK' && sumRefundsUnderWay(payment) > 0;
  const reversals = isAwaited ? [] : reverseByProvider(payment, report);
  if (answer === null) return reversals;
  const reply = { ...report, answer };
  if (status !== 'APPROVED') return [...reversals, ...recordChargebackOfReturned(payment, reply)];
  const after = reversals.reduce<Payment>(evolve, payment);
  return after.status === 'NONE' ? reversals : [...reversals, ...recordOtherAmount(after, reply)];
};

/** Cancels a pending payment by our own decision, unless a later call is on record. */
const callOff = (payment: RequestedPayment, command: CallOff): readonly PaymentEvent[] => {
  const { attempt, status, transactionId } = payment;
  const { cause, now: at } = command;
  if (status !== 'PENDING' || isSuperseded(attempt, command)) return [];
  // The buyer may have the PIX or boleto code of this charge.
  if (cause === NEVER_SUBMITTED && transactionId !== null) return [];
  return [{ type: 'PaymentCanceled', data: { cause, at } }];
};

/** Decides about a status of a sale that was refunded or charged back in full. */
const contradictEnded = (payment: Payment, report: ProviderStatus): readonly PaymentEvent[] =>
  payment.status === 'NONE' || isRefundedBefore(payment, report)
    ? []
    : recordContradiction(payment, report);

/** Decides what a status changes if its answer fits the charge. A canceled payment may still be approved. */
const applyFittingStatus = (
  payment: RequestedPayment,
  report: ProviderStatus,
): readonly PaymentEvent[] => {
  const { now: at } = report;
  const surplusReversals = reverseSurplus(payment, report);
  if (report.status === payment.status && report.status !== 'APPROVED') return surplusReversals;
  if (report.status === 'PENDING') return [];
  switch (payment.status) {
    case 'PENDING':
    case 'REJECTED':
    case 'CANCELED':
      if (isPaidStatus(report.status)) return approve(payment, report);
      if (payment.status !== 'PENDING') return recordContradiction(payment, report);
      if (report.status === 'CANCELED') {
        return [{ type: 'PaymentCanceled', data: { cause: report.cause ?? 'provider', at } }];
      }
      return [
        {
          type: 'PaymentRejected',
          data: { cause: report.cause ?? 'provider', ...explanationPart(report.text), at },
        },
      ];
    case 'APPROVED':
      return isPaidStatus(report.status)
        ? changeApproved(payment, report)
        : recordContradiction(payment, report);
    case 'REFUNDED':
    case 'CHARGEBACK': {
      const after = surplusReversals.reduce<Payment>(evolve, payment);
      return [...surplusReversals, ...contradictEnded(after, report)];
    }
  }
};

/** Decides what a provider's status changes. An answer that does not fit the charge is recorded for staff. */
const applyProviderStatus = (
  payment: RequestedPayment,
  report: ProviderStatus,
): readonly PaymentEvent[] => {
  const { answer } = report;
  if (isSuperseded(payment.attempt, report)) return [];
  const reply = answer && { ...report, answer };
  const differences = reply ? differencesOf(payment, reply) : [];
  if (reply && differences.length > 0) return recordMismatch(payment, reply, differences);
  const surplus = reply ? recordSurplus(payment, reply) : [];
  const after = surplus.reduce<Payment>(evolve, payment);
  if (after.status === 'NONE') return surplus;
  return [...surplus, ...applyFittingStatus(after, report), ...findMissingRefunds(after, report)];
};

const applyStatusElsewhere = (
  payment: RequestedPayment,
  report: ProviderStatus,
): readonly PaymentEvent[] =>
  report.answer === null ? [] : recordElsewhere(payment, { ...report, answer: report.answer });

/** Whether a payment may move to another charge at its present acquirer. If two processes found that charge, only the first moves it. */
const mayMoveWithin = (
  { transactionId, mustNotChargeAgain }: RequestedPayment,
  { leaves, cause }: RerouteCommand,
): boolean =>
  cause === CHARGED_ELSEWHERE &&
  leaves === transactionId &&
  (transactionId !== null || !mustNotChargeAgain);

/** Moves a payment: to the next acquirer, if `from` cannot have charged; or to the acquirer that was found to have its charge. */
const reroute = (payment: RequestedPayment, request: RerouteCommand): readonly PaymentEvent[] => {
  const { type: _, attemptId: __, now: at, text, merchantAccount, leaves: ___, ...route } = request;
  if (isSuperseded(payment.attempt, request)) return [];
  const { status, submission } = payment;
  const isFollowed = request.cause === CHARGED_ELSEWHERE;
  // A payment that was called off, or rejected, may have been paid at the other acquirer.
  const mayMove = isFollowed
    ? payment.approved === null
    : status === 'PENDING' && submission === 'AWAITED';
  if (!mayMove || payment.provider !== request.from) return [];
  if (request.to === request.from && !mayMoveWithin(payment, request)) return [];
  const data = { ...route, ...accountPart({ merchantAccount }), ...explanationPart(text), at };
  return [{ type: 'PaymentRerouted', data }];
};

/** Without codes, no one can pay the charge. */
const NO_MEANS = { pixCode: null, billetCode: null, billetUrl: null };

const submit = (payment: RequestedPayment, submission: Submission): readonly PaymentEvent[] => {
  const { type: _, provider: __, attemptId, paymentId, answer, now: at, ...means } = submission;
  // The buyer gets the codes of the later call, not of this one.
  if (isSuperseded(payment.attempt, { attemptId })) return [];
  // Amounts are compared when the status is applied.
  const isOfOther = isForeign(payment, { paymentId, status: 'PENDING', answer });
  if (payment.submission === 'ANSWERED' || isOfOther) return [];
  // A charge with another price than the buyer saw must not be paid, so its codes are left out.
  const usable = pricePartsOf(payment, answer).length === 0 ? means : { ...means, ...NO_MEANS };
  const { transactionId } = answer;
  const expiresAt = means.expiresAt ?? payment.expiresAt;
  return [{ type: 'PaymentSubmitted', data: { transactionId, ...usable, expiresAt, at } }];
};

/** Records whether the boleto's PDF was stored, unless an answer did not fit: it may be the wrong boleto. */
const keepPdf = (
  payment: RequestedPayment,
  command: Extract<PaymentCommand, { type: 'RecordBoletoPdf' | 'RecordBoletoPdfFailure' }>,
): readonly PaymentEvent[] => {
  const { transactionId, now: at } = command;
  if (Object.keys(payment.mismatches).length > 0) return [];
  const isUnused = transactionId !== payment.transactionId;
  if (command.type === 'RecordBoletoPdfFailure') {
    const { failure } = command;
    if (isUnused || payment.boletoPdf !== 'NONE') return [];
    return [{ type: 'PaymentBilletPdfFailed', data: { failure, at } }];
  }
  const { file, billetUrl } = command;
  if (payment.boletoFiles.includes(file) || (!isUnused && payment.boletoPdf === 'KEPT')) return [];
  const unused = isUnused && { isUnused };
  return [{ type: 'PaymentBilletPdfKept', data: { file, billetUrl, ...unused, at } }];
};

const leaveUnresolved = (
  { status, wasLeftToStaff }: RequestedPayment,
  { cause, now: at }: Extract<PaymentCommand, { type: 'LeaveUnresolved' }>,
): readonly PaymentEvent[] =>
  status !== 'PENDING' || wasLeftToStaff
    ? []
    : [{ type: 'PaymentLeftUnresolved', data: { cause, at } }];

type BeginCommand = Extract<PaymentCommand, { type: 'BeginCharge' | 'BeginCapture' }>;

const beginCharge = (payment: RequestedPayment, command: BeginCommand): readonly PaymentEvent[] => {
  const { status, submission, provider, attempt: last } = payment;
  if (status !== 'PENDING' || submission === 'ANSWERED') return [];
  const attempt = nextAttempt(last, command, provider);
  return attempt ? [{ type: 'ChargeAttempted', data: attempt }] : [];
};

const beginCapture = (
  { status, provider, attempt: charge, capture: last }: RequestedPayment,
  command: BeginCommand,
): readonly PaymentEvent[] => {
  // While the call for the charge may be on its way, the process that made it may be about to capture.
  if (status !== 'PENDING' || (charge && mayBeUnderWay(charge, command.now))) return [];
  const attempt = nextAttempt(last, command, provider);
  return attempt ? [{ type: 'CaptureAttempted', data: attempt }] : [];
};

const recordUnanswered = (
  { submission, attempt }: RequestedPayment,
  command: Extract<PaymentCommand, { type: 'RecordUnanswered' }>,
): readonly PaymentEvent[] => {
  const isNews = submission === 'AWAITED' || isNewlyUnsent(attempt, command);
  if (!isNews || submission === 'ANSWERED') return [];
  const data = { ...unansweredPart(command), at: command.now };
  return [{ type: 'PaymentSubmissionUnanswered', data }];
};

/** Whether a command is about an acquirer that the payment has left, or about a former charge at its present acquirer. */
const isOfFormer = (payment: RequestedPayment, command: PaymentCommand): boolean => {
  if (!('provider' in command)) return false;
  const { provider } = command;
  if (provider !== payment.provider) return true;
  if (!('answer' in command) || command.answer === null) return false;
  const { transactionId } = command.answer;
  return formerChargeOf(payment, { provider, transactionId }) !== undefined;
};

const decide = (command: PaymentCommand, payment: Payment): readonly PaymentEvent[] => {
  if (command.type === 'RequestPayment') {
    if (payment.status !== 'NONE') throw new Refused('payment/already-requested');
    return [{ type: 'PaymentRequested', data: command.payment }];
  }
  if (payment.status === 'NONE') throw new Refused('payment/not-found');
  if (isInvestigation(command)) return resolvePayment(payment, command);
  // A former acquirer or charge may have been paid, but must not submit or end the payment.
  if (isOfFormer(payment, command))
    return command.type === 'RecordProviderStatus' ? applyStatusElsewhere(payment, command) : [];
  switch (command.type) {
    case 'BeginCharge':
      return beginCharge(payment, command);
    case 'BeginCapture':
      return beginCapture(payment, command);
    case 'Reroute':
      return reroute(payment, command);
    case 'RecordSubmission':
      return submit(payment, command);
    case 'RecordBoletoPdf':
    case 'RecordBoletoPdfFailure':
      return keepPdf(payment, command);
    case 'LeaveUnresolved':
      return leaveUnresolved(payment, command);
    case 'RecordUnanswered':
      return recordUnanswered(payment, command);
    case 'RecordProviderStatus':
      return applyProviderStatus(payment, command);
    case 'CallOff':
      return callOff(payment, command);
    case 'RequestRefund':
      return requestRefund(payment, command);
    case 'LeaveUncovered':
      return leaveUncovered(payment, command);
    case 'SettleRefund':
    case 'FailRefund':
      return concludeRefund(payment, command);
  }
};

/** A payment from request to end, with its refunds (money.36, money.37, money.53, money.59). Its statuses are those of acquirers.21. */
export const payment: Decider<PaymentCommand, PaymentEvent, Payment> = {
  category: 'payment',
  initial: { status: 'NONE' },
  decide,
  evolve,
};
