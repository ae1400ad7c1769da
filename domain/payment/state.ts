import type { RoutingDecision } from '#/domain/acquiring/choose.ts';
import {
  accountPart,
  afterCall,
  withAttempt,
  markUnsent,
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
import { NOTHING_BORNE, withBorne, type Borne } from './platform-loss.ts';
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
import { withCharge, withReroute, type FormerCharge } from './reroute.ts';

export type PaymentEvent = EventOf<typeof paymentEvents>;

/** The provider has no charge that anyone can pay. */
export const NEVER_SUBMITTED = 'never-submitted' satisfies KnownCause;

/** The charge was not paid in time. */
export const EXPIRED = 'expired' satisfies KnownCause;

export interface RequestedPayment {
  readonly status: PaymentStatus;
  readonly requested: PaymentRequestedData;
  /** The acquirer that has the payment now; `choice` says why. */
  readonly provider: string;
  /** The account of the last call, or in which the charge was found; absent before, or if it has no name. */
  readonly merchantAccount?: string | undefined;
  readonly choice: RoutingDecision | null;
  /** AWAITED: no outcome of a call is on record. UNANSWERED: a charge may exist. ANSWERED: this acquirer named the charge's transaction. */
  readonly submission: 'AWAITED' | 'UNANSWERED' | 'ANSWERED';
  readonly formerCharges: readonly FormerCharge[];
  /** The last call for the charge at this acquirer; null = none, or an older payment. */
  readonly attempt: LastAttempt | null;
  /** The last call for the capture of an authorised charge; null = none. */
  readonly capture: LastAttempt | null;
  /** The transaction of the charge, or another one that staff applied instead; null = none is on record. */
  readonly transactionId: string | null;
  /** The transaction that the acquirer named for the charge; null = no answer. */
  readonly chargedTransaction: string | null;
  readonly pixCode: string | null;
  readonly billetCode: string | null;
  readonly billetUrl: string | null;
  /** KEPT: the PDF is in our storage. MISSING: storing it failed, and is tried again. NONE: neither is recorded. */
  readonly boletoPdf: 'NONE' | 'MISSING' | 'KEPT';
  /** Keys of the boleto PDFs in our storage; several if several calls made a boleto. */
  readonly boletoFiles: readonly string[];
  readonly cardBrand: string | null;
  readonly cardLastDigits: string | null;
  readonly expiresAt: Timestamp | null;
  readonly approved: PaymentApprovedData | null;
  readonly cause: string | null;
  /** Explains the rejection to readers (acquirers.120). */
  readonly text: string | null;
  readonly refunds: Readonly<Record<string, RefundOfPayment>>;
  readonly reversedAmount: Cents;
  /** `total`: what the acquirer refunded by itself. `matched`: the part that turned out to be refunds of ours. */
  readonly byAcquirer: { readonly total: Cents; readonly matched: Cents };
  /** The part of `reversedAmount` that a chargeback took. */
  readonly chargedBack: Cents;
  /** Transactions that did not fit, or about which staff decided, by id. */
  readonly mismatches: Readonly<Record<string, Mismatch>>;
  /** The log had lost the charge, and it was found at this acquirer: it is looked up, and not made again. */
  readonly mustNotChargeAgain: boolean;
  /** The charge was left to staff without a final answer. Stays true when the outcome is known later. */
  readonly wasLeftToStaff: boolean;
  /** Keys (`contradictionOf`): each contradiction is recorded once. */
  readonly contradictions: readonly string[];
  /**
   * A total of refunds that is higher than the books explain. `stated`: the one that the acquirer stated last, once the whole sale had
   * gone back. `before`: the part of it that was booked or decided before.
   */
  readonly contestedTotal: { readonly stated: Cents; readonly before: Cents };
  /** The transaction that staff applied although it did not fit. */
  readonly appliedTransaction: string | null;
  readonly borne: Borne;
  readonly investigation: Investigation;
}

export type Payment = { readonly status: 'NONE' } | RequestedPayment;

/**
 * The owner of the money, where it is, and its currency.
 * @param transactionId null = the money of the sale
 */
export const ownerOf = (payment: RequestedPayment, transactionId: string | null = null) => {
  const { requested, approved } = payment;
  const { platformId, sellerId } = requested;
  const there = merchantAccountOfMoney(payment, transactionId);
  const place = { provider: there.provider, ...accountPart(there) };
  // Before amounts had a currency, every sale was booked in reais.
  return { platformId, sellerId, ...place, currency: (approved ?? requested).currency };
};

/** `ownerOf`, and whether the sale is simulated. */
export const ownerOfSale = (payment: RequestedPayment, transactionId: string | null = null) => ({
  ...ownerOf(payment, transactionId),
  ...isSimulatedPart(payment.requested),
});

const beginPayment = (data: PaymentRequestedData): RequestedPayment => ({
  status: 'PENDING',
  requested: data,
  provider: data.provider,
  choice: data.choice,
  submission: 'AWAITED',
  formerCharges: [],
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
  wasLeftToStaff: false,
  contradictions: [],
  contestedTotal: { stated: ZERO, before: ZERO },
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

/** The key under which a contradiction is recorded once. */
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
    contestedTotal: { stated: total, before: subtract(total, amount) },
  };
  return { ...payment, contradictions, ...stated };
};

export const evolve = (payment: Payment, event: PaymentEvent): Payment => {
  if (event.type === 'PaymentRequested') return beginPayment(event.data);
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
      const charged = withCharge(payment, chargedTransaction);
      return withWholePaid({ ...charged, ...answer, chargedTransaction, submission: 'ANSWERED' });
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
        attempt: markUnsent(payment.attempt, event.data),
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
      return { ...payment, wasLeftToStaff: true };
    case 'PaymentNoticeRefused':
      return withContradiction(payment, event.data);
    case 'PaymentResolutionProposed':
    case 'PaymentResolutionRejected':
      return payment;
    case 'PaymentResolved':
      return withBorne(withReceiptResolved(payment, event.data), event.data);
  }
};
