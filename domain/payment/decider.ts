import type { Decider } from '#/domain/decider.ts';
import { isNewlyUnsent, isOverdue, nextAttempt, unansweredPart } from '#/domain/call-attempt.ts';
import { Refused } from '#/domain/errors.ts';
import { add, subtract, ZERO, type Cents } from '#/domain/money.ts';
import { explanationPart } from '#/domain/personal-text.ts';
import type { Timestamp } from '#/domain/time.ts';
import type { PaymentCommand } from './commands.ts';
import { breakdownOf, receivablesOf, takeBack } from './receivables.ts';
import {
  evolve,
  refundable,
  type Payment,
  type PaymentEvent,
  type RequestedPayment,
} from './state.ts';

type Submission = Extract<PaymentCommand, { type: 'RecordSubmission' }>;
type ProviderWord = Extract<PaymentCommand, { type: 'RecordProviderStatus' }>;
type Rerouting = Extract<PaymentCommand, { type: 'Reroute' }>;
type RefundRequest = Extract<PaymentCommand, { type: 'RequestRefund' }>;

const ownerOf = ({ provider, requested: { platformId, sellerId } }: RequestedPayment) => ({
  platformId,
  sellerId,
  provider,
});

const approve = (payment: RequestedPayment, word: ProviderWord): readonly PaymentEvent[] => {
  const parts = breakdownOf(payment.requested);
  const receivables = receivablesOf(parts.net, payment.requested, word.now);
  const { amount } = payment.requested;
  const { endToEndId, now: at } = word;
  const data = { ...ownerOf(payment), amount, parts, endToEndId, at };
  return [{ type: 'PaymentApproved', data: { ...data, receivables: [...receivables] } }];
};

const takenBackFact = (
  payment: RequestedPayment,
  type: 'PaymentRefunded' | 'PaymentChargedBack',
  refund: { readonly refundId: string; readonly amount: Cents; readonly at: Timestamp },
): readonly PaymentEvent[] => {
  const { approved, takenBack } = payment;
  if (!approved || refund.amount <= 0) return [];
  const back = takeBack(approved.parts, approved.receivables, takenBack, refund.amount);
  const total = add(takenBack, refund.amount);
  const data = { ...ownerOf(payment), ...refund, parts: back.parts, total };
  return [{ type, data: { ...data, receivables: [...back.receivables] } }];
};

const contradiction = (payment: RequestedPayment, word: ProviderWord): readonly PaymentEvent[] =>
  payment.refusedNotices.includes(word.noticeId)
    ? []
    : [
        {
          type: 'PaymentNoticeRefused',
          data: { status: word.status, noticeId: word.noticeId, at: word.now },
        },
      ];

/**
 * Decides what a status from the provider changes. Late money counts (CANCELED or REJECTED may still become APPROVED); a stale
 * or repeated status changes nothing; a status that would undo a settled fact is refused and recorded for people to see.
 */
const applyProviderStatus = (
  payment: RequestedPayment,
  word: ProviderWord,
): readonly PaymentEvent[] => {
  if (word.status === payment.status || word.status === 'PENDING') return [];
  if (word.transactionId !== undefined && word.transactionId !== payment.transactionId) return [];
  const { now: at, noticeId } = word;
  const refundId = `provider-${noticeId}`;
  switch (payment.status) {
    case 'PENDING':
    case 'REJECTED':
    case 'CANCELED':
      if (word.status === 'APPROVED') return approve(payment, word);
      if (payment.status !== 'PENDING') return contradiction(payment, word);
      if (word.status === 'CANCELED') {
        return [{ type: 'PaymentCanceled', data: { cause: word.cause ?? 'provider', at } }];
      }
      if (word.status === 'REJECTED') {
        const cause = word.cause ?? 'provider';
        return [{ type: 'PaymentRejected', data: { cause, ...explanationPart(word.text), at } }];
      }
      return contradiction(payment, word);
    case 'APPROVED': {
      const paid = payment.approved?.amount ?? ZERO;
      const amount = subtract(paid, payment.takenBack);
      if (word.status === 'CHARGEBACK') {
        return takenBackFact(payment, 'PaymentChargedBack', { refundId, amount, at });
      }
      if (word.status !== 'REFUNDED') return contradiction(payment, word);
      // One of our refunds is under way: its own answer says how much, so this status adds nothing.
      if (Object.values(payment.refunds).some(({ status }) => status === 'PENDING')) return [];
      return takenBackFact(payment, 'PaymentRefunded', { refundId, amount, at });
    }
    case 'REFUNDED':
    case 'CHARGEBACK':
      return contradiction(payment, word);
  }
};

const requestRefund = (
  payment: RequestedPayment,
  request: RefundRequest,
): readonly PaymentEvent[] => {
  if (payment.refunds[request.refundId]) return [];
  const { transactionId } = payment;
  if (payment.status !== 'APPROVED' || transactionId === null) {
    throw new Refused('payment/not-refundable', { status: payment.status });
  }
  const most = refundable(payment);
  if (request.amount > most) throw new Refused('payment/refund-exceeds-paid', { refundable: most });
  if (request.right === 'NEVER') throw new Refused('refund/not-offered');
  if (request.right === 'ONLY_WHOLE' && request.amount !== payment.approved?.amount) {
    throw new Refused('refund/partial-not-offered', { whole: payment.approved?.amount });
  }
  const { refundId, amount, note, now: at } = request;
  const data = { ...ownerOf(payment), transactionId, refundId, amount, note, at };
  return [{ type: 'PaymentRefundRequested', data }];
};

/** Reroutes only away from the current acquirer, and only while no other charge may exist: an event recorded meanwhile wins. */
const reroute = (payment: RequestedPayment, request: Rerouting): readonly PaymentEvent[] => {
  const { type: _, now: at, text, ...rerouting } = request;
  const isAwaited = payment.status === 'PENDING' && payment.submission === 'AWAITED';
  if (!isAwaited || payment.provider !== request.from || request.to === request.from) return [];
  return [{ type: 'PaymentRerouted', data: { ...rerouting, ...explanationPart(text), at } }];
};

const submit = (payment: RequestedPayment, submission: Submission): readonly PaymentEvent[] => {
  if (payment.submission === 'ANSWERED') return [];
  const { type: _, provider: __, now: at, ...answer } = submission;
  const expiresAt = answer.expiresAt ?? payment.expiresAt;
  return [{ type: 'PaymentSubmitted', data: { ...answer, expiresAt, at } }];
};

type Beginning = Extract<PaymentCommand, { type: 'BeginCharge' | 'BeginCapture' }>;

const beginCharge = (payment: RequestedPayment, command: Beginning): readonly PaymentEvent[] => {
  const { status, submission, provider, attempt: last } = payment;
  if (status !== 'PENDING' || submission === 'ANSWERED') return [];
  const attempt = nextAttempt(last, command, provider);
  return attempt ? [{ type: 'ChargeAttempted', data: attempt }] : [];
};

const beginCapture = (
  { status, provider, attempt: charge, capture: last }: RequestedPayment,
  command: Beginning,
): readonly PaymentEvent[] => {
  // The process that made the charge may be about to capture it.
  if (status !== 'PENDING' || (charge && !isOverdue(charge, command.now))) return [];
  const attempt = nextAttempt(last, command, provider);
  return attempt ? [{ type: 'CaptureAttempted', data: attempt }] : [];
};

const unanswered = (
  { submission, attempt }: RequestedPayment,
  command: Extract<PaymentCommand, { type: 'RecordUnanswered' }>,
): readonly PaymentEvent[] => {
  const isNews = submission === 'AWAITED' || isNewlyUnsent(attempt, command);
  if (!isNews || submission === 'ANSWERED') return [];
  const data = { ...unansweredPart(command), at: command.now };
  return [{ type: 'PaymentSubmissionUnanswered', data }];
};

const concludeRefund = (
  payment: RequestedPayment,
  command: Extract<PaymentCommand, { type: 'SettleRefund' | 'FailRefund' }>,
): readonly PaymentEvent[] => {
  const { refundId, now: at } = command;
  const refund = payment.refunds[refundId];
  if (!refund) throw new Refused('payment/unknown-refund');
  if (refund.status !== 'PENDING') return [];
  const { amount } = refund;
  if (command.type === 'FailRefund') {
    const { cause, text } = command;
    const data = { refundId, amount, cause, ...explanationPart(text), at };
    return [{ type: 'PaymentRefundFailed', data }];
  }
  // A chargeback came first: the same money cannot go back twice on our books, so people must look.
  if (payment.status !== 'APPROVED') {
    const noticeId = `refund-${refundId}`;
    if (payment.refusedNotices.includes(noticeId)) return [];
    return [{ type: 'PaymentNoticeRefused', data: { status: 'REFUNDED', noticeId, at } }];
  }
  return takenBackFact(payment, 'PaymentRefunded', { refundId, amount, at });
};

const decide = (command: PaymentCommand, payment: Payment): readonly PaymentEvent[] => {
  if (command.type === 'RequestPayment') {
    if (payment.status !== 'NONE') throw new Refused('payment/already-requested');
    return [{ type: 'PaymentRequested', data: command.payment }];
  }
  if (payment.status === 'NONE') throw new Refused('payment/not-found');
  // Ignores an acquirer that has lost the payment to another: it must not submit or end the payment any more.
  if ('provider' in command && command.provider !== payment.provider) return [];
  switch (command.type) {
    case 'BeginCharge':
      return beginCharge(payment, command);
    case 'BeginCapture':
      return beginCapture(payment, command);
    case 'Reroute':
      return reroute(payment, command);
    case 'RecordSubmission':
      return submit(payment, command);
    case 'RecordBilletPdf': {
      const { file, billetUrl, now: at } = command;
      if (payment.billetPdf === 'KEPT') return [];
      return [{ type: 'PaymentBilletPdfKept', data: { file, billetUrl, at } }];
    }
    case 'RecordBilletPdfFailure': {
      const { failure, now: at } = command;
      if (payment.billetPdf !== 'NONE') return [];
      return [{ type: 'PaymentBilletPdfFailed', data: { failure, at } }];
    }
    case 'RecordUnanswered':
      return unanswered(payment, command);
    case 'RecordProviderStatus':
      return applyProviderStatus(payment, command);
    case 'RequestRefund':
      return requestRefund(payment, command);
    case 'SettleRefund':
    case 'FailRefund':
      return concludeRefund(payment, command);
  }
};

/**
 * A payment from the buyer's request to its end: the six statuses of acquirers.21 (money.36, money.37, money.53, money.59),
 * partial and whole refunds, and statuses that contradicted the record.
 */
export const payment: Decider<PaymentCommand, PaymentEvent, Payment> = {
  category: 'payment',
  initial: { status: 'NONE' },
  decide,
  evolve,
};
