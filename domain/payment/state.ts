import type { RoutingDecision } from '#/domain/acquiring/choose.ts';
import {
  accountPart,
  afterCall,
  withAttempt,
  withoutAnswer,
  type CallAttempt,
  type LastAttempt,
} from '#/domain/acquiring/call-attempt.ts';
import type { EventOf } from '#/domain/aggregates/aggregate.ts';
import type { KnownCause } from '#/domain/aggregates/known-causes.ts';
import { NOT_INVESTIGATED, type Investigation } from '#/domain/investigation/investigation.ts';
import { subtract, ZERO, type Cents } from '#/domain/values/money.ts';
import { isSimulatedPart } from '#/domain/platform/simulated.ts';
import type { PaymentStatus } from '#/domain/ports/charge.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import type { PaymentApprovedData, paymentEvents, PaymentRequestedData } from './events.ts';
import { NOTHING_BORNE, withBorne, type Borne } from './borne.ts';
import { investigationAfter } from './investigation.ts';
import {
  merchantAccountOfMoney,
  withMismatch,
  withReceiptResolved,
  withWholePaid,
  type Mismatch,
} from './receipts/receipts.ts';
import {
  withOverdrawn,
  withRefundMatched,
  withRefund,
  withRequested,
  withReversal,
  withUncovered,
  type RefundOfPayment,
} from './refund-state.ts';
import { withReroute } from './reroute.ts';

export type PaymentEvent = EventOf<typeof paymentEvents>;

/** The cause of a cancellation because the provider has no charge that anyone can pay. */
export const NEVER_SUBMITTED = 'never-submitted' satisfies KnownCause;

/** The cause of a cancellation because the charge was not paid in time. */
export const EXPIRED = 'expired' satisfies KnownCause;

export interface RequestedPayment {
  readonly status: PaymentStatus;
  readonly requested: PaymentRequestedData;
  /** The acquirer that has the payment now; `choice` says why. */
  readonly provider: string;
  /**
   * The account at this acquirer: that of the last call, or the one in which the charge was found. Absent before the first call, and if the
   * events name no account.
   */
  readonly merchantAccount?: string | undefined;
  readonly choice: RoutingDecision | null;
  readonly submission: 'AWAITED' | 'UNANSWERED' | 'ANSWERED';
  /** The last call for the charge at this acquirer; null = none, or one from before calls were recorded. */
  readonly attempt: LastAttempt | null;
  /** The last call for the capture of a charge that was only authorised; null = none. */
  readonly capture: LastAttempt | null;
  readonly transactionId: string | null;
  /**
   * The transaction that the acquirer named when it answered the charge. `transactionId` is another one once staff have applied other money
   * to the sale. Null = the acquirer has not answered.
   */
  readonly chargedTransaction: string | null;
  readonly pixCode: string | null;
  readonly billetCode: string | null;
  readonly billetUrl: string | null;
  /** MISSING: the PDF could not be put into our storage yet. NONE: no boleto, or nothing was tried. */
  readonly boletoPdf: 'NONE' | 'MISSING' | 'KEPT';
  /** Keys of the payment's boleto PDFs in our storage; more than one if several calls made a boleto. */
  readonly boletoFiles: readonly string[];
  readonly cardBrand: string | null;
  readonly cardLastDigits: string | null;
  readonly expiresAt: Timestamp | null;
  readonly approved: PaymentApprovedData | null;
  readonly cause: string | null;
  /** Text that explains the rejection to readers (acquirers.120). */
  readonly text: string | null;
  readonly refunds: Readonly<Record<string, RefundOfPayment>>;
  readonly reversedAmount: Cents;
  /**
   * `total`: the part of `reversedAmount` that the acquirer said to have refunded by itself. `matched`: the part of `total` that turned out to
   * be refunds of ours that were on record as failed, or that the log had lost.
   */
  readonly byAcquirer: { readonly total: Cents; readonly matched: Cents };
  /** The part of `reversedAmount` that a chargeback took. */
  readonly chargedBack: Cents;
  /** The money of transactions with an answer that did not fit, or that staff decided about, by transaction. */
  readonly mismatches: Readonly<Record<string, Mismatch>>;
  /** The log had lost the charge, and we found it at this acquirer. It is only looked up there, and never made again. */
  readonly mustNotChargeAgain: boolean;
  /** The charge was left to staff, because the acquirer gave no final answer. It remains true once the outcome is known. */
  readonly isUnresolved: boolean;
  /** Keys (`contradictionOf`) of the acquirer's statuses that contradicted the record. The same contradiction is not recorded again. */
  readonly contradictions: readonly string[];
  /**
   * `total`: the highest total of refunds that the acquirer stated after all of the sale had gone back. `from`: the part of it that is on
   * the books or was decided before.
   */
  readonly contestedTotal: { readonly total: Cents; readonly from: Cents };
  /** The transaction that staff applied to the payment although it did not fit. */
  readonly appliedTransaction: string | null;
  readonly borne: Borne;
  readonly investigation: Investigation;
}

export type Payment = { readonly status: 'NONE' } | RequestedPayment;

/**
 * The owner of the money, the acquirer and the account there that have it, and the currency. Each event about money repeats them.
 * @param transactionId null = the money of the sale
 */
export const ownerOf = (payment: RequestedPayment, transactionId: string | null = null) => {
  const { requested, approved } = payment;
  const { platformId, sellerId } = requested;
  const there = merchantAccountOfMoney(payment, transactionId);
  const place = { provider: there.provider, ...accountPart(there) };
  // Before amounts had a currency, every sale was booked in reais, whatever the currency of its price.
  return { platformId, sellerId, ...place, currency: (approved ?? requested).currency };
};

/** `ownerOf`, for events that change the seller's account, with whether the sale is simulated. */
export const ownerOfSale = (payment: RequestedPayment, transactionId: string | null = null) => ({
  ...ownerOf(payment, transactionId),
  ...isSimulatedPart(payment.requested),
});

const newPayment = (data: PaymentRequestedData): RequestedPayment => ({
  status: 'PENDING',
  requested: data,
  provider: data.provider,
  choice: data.choice,
  submission: 'AWAITED',
  attempt: null,
  capture: null,
  transactionId: null,
  chargedTransaction: null,
  pixCode: null,
  billetCode: null,
  billetUrl: null,
  boletoPdf: 'NONE',
  boletoFiles: [],
  cardBrand: null,
  cardLastDigits: null,
  expiresAt: data.expiresAt,
  approved: null,
  cause: null,
  text: null,
  refunds: {},
  reversedAmount: ZERO,
  byAcquirer: { total: ZERO, matched: ZERO },
  chargedBack: ZERO,
  mismatches: {},
  mustNotChargeAgain: false,
  isUnresolved: false,
  contradictions: [],
  contestedTotal: { total: ZERO, from: ZERO },
  appliedTransaction: null,
  borne: NOTHING_BORNE,
  investigation: NOT_INVESTIGATED,
});

interface ContradictingReport {
  readonly status: PaymentStatus;
  readonly noticeId: string;
  readonly missing?: { readonly refundId: string } | undefined;
  readonly contested?:
    | { readonly receipt?: string | undefined; readonly total?: Cents | undefined }
    | undefined;
}

/** Returns the key of a contradiction, which is recorded once, no matter how many notices repeat it. */
export const contradictionOf = (
  ours: PaymentStatus,
  { status, noticeId, contested, missing }: ContradictingReport,
): string => {
  if (missing !== undefined) return `missing ${missing.refundId}`;
  if (contested?.receipt !== undefined) return `${status} ${contested.receipt}`;
  if (noticeId.startsWith('refund-')) return noticeId;
  const name = `${ours} ${status}`;
  return contested?.total === undefined ? name : `${name} ${contested.total}`;
};

const withContradiction = (
  payment: RequestedPayment,
  data: Extract<PaymentEvent, { type: 'PaymentNoticeRefused' }>['data'],
): RequestedPayment => {
  const name = contradictionOf(payment.status, data);
  const contradictions = [...new Set([...payment.contradictions, name])];
  const { contested: { amount = ZERO, total } = {} } = data;
  const stated = total !== undefined && {
    contestedTotal: { total, from: subtract(total, amount) },
  };
  return { ...payment, contradictions, ...stated };
};

/** Applies an event to a payment. */
export const evolve = (payment: Payment, event: PaymentEvent): Payment => {
  if (event.type === 'PaymentRequested') return newPayment(event.data);
  if (payment.status === 'NONE') return payment;
  const investigation = investigationAfter(payment.investigation, event);
  return evolveRequested({ ...payment, investigation }, event);
};

const APPROVED = { status: 'APPROVED', cause: null, text: null } as const;

const withCall = (payment: RequestedPayment, call: CallAttempt): RequestedPayment => ({
  ...payment,
  merchantAccount: call.merchantAccount ?? payment.merchantAccount,
  attempt: withAttempt(payment.attempt, call),
});

const evolveRequested = (
  payment: RequestedPayment,
  event: Exclude<PaymentEvent, { type: 'PaymentRequested' }>,
): RequestedPayment => {
  switch (event.type) {
    case 'PaymentSubmitted': {
      const { at: _, ...answer } = event.data;
      const { transactionId: chargedTransaction } = answer;
      return withWholePaid({ ...payment, ...answer, chargedTransaction, submission: 'ANSWERED' });
    }
    case 'PaymentRerouted':
      return withReroute(payment, event.data);
    case 'ChargeAttempted':
      return withCall(payment, event.data);
    case 'CaptureAttempted':
      return { ...payment, capture: afterCall(payment.capture, event.data) };
    case 'PaymentBilletPdfKept': {
      const { billetUrl, file, isUnused } = event.data;
      const next = { ...payment, boletoFiles: [...payment.boletoFiles, file] };
      return isUnused ? next : { ...next, billetUrl, boletoPdf: 'KEPT' };
    }
    case 'PaymentBilletPdfFailed':
      return { ...payment, boletoPdf: 'MISSING' };
    case 'PaymentSubmissionUnanswered':
      return {
        ...payment,
        submission: 'UNANSWERED',
        attempt: withoutAnswer(payment.attempt, event.data),
      };
    case 'PaymentApproved':
      return withWholePaid({ ...payment, ...APPROVED, approved: event.data });
    case 'PaymentRejected': {
      const { cause, text = null } = event.data;
      return { ...payment, status: 'REJECTED', cause, text };
    }
    case 'PaymentCanceled':
      return { ...payment, status: 'CANCELED', cause: event.data.cause, text: null };
    case 'PaymentRefundRequested':
      return withRequested(payment, event);
    case 'PaymentRefundUncovered':
      return withUncovered(payment, event.data.refundId);
    case 'PaymentRefundOverdrawn':
      return withOverdrawn(payment, event.data);
    case 'PaymentRefundFailed': {
      const { refundId, amount } = event.data;
      return withRefund(payment, refundId, { amount, status: 'FAILED', division: null });
    }
    case 'PaymentRefundMatched':
      return withRefundMatched(payment, event.data);
    case 'PaymentRefunded':
    case 'PaymentChargedBack':
      return withReversal(payment, event);
    case 'PaymentMismatchFound':
      return withMismatch(payment, event.data);
    case 'PaymentLeftUnresolved':
      return { ...payment, isUnresolved: true };
    case 'PaymentNoticeRefused':
      return withContradiction(payment, event.data);
    case 'PaymentResolutionProposed':
    case 'PaymentResolutionRejected':
      return payment;
    case 'PaymentResolved':
      return withBorne(withReceiptResolved(payment, event.data), event.data);
  }
};
