import type { BeginAttempt, Unanswered } from '#/domain/acquiring/call-attempt.ts';
import type { RoutingDecision } from '#/domain/acquiring/choose.ts';
import type { InvestigationCommand } from '#/domain/investigation/investigation.ts';
import type { Cents } from '#/domain/values/money.ts';
import type { PaymentStatus, StatedAmount } from '#/domain/ports/charge.ts';
import type { RefundRight } from '#/domain/ports/refund.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import type { PaymentRequestedData, UnresolvedCause } from './events.ts';
import type { EXPIRED, NEVER_SUBMITTED } from './state.ts';

/** What an acquirer's answer says about the charge; null = not stated. */
export interface ChargeAnswer {
  readonly transactionId: string;
  readonly amount: StatedAmount;
  readonly currency: string | null;
  /** Our payment id, as the answer repeats it. */
  readonly orderId: string | null;
  /** Total that has been given back to the buyer. */
  readonly refundedAmount: Cents | null;
  /** The transaction is claimed for this payment (acquirers.134), so no other sale is paid by it; false unless money came in. */
  readonly isClaimed: boolean;
  /** The bank transfers that paid the charge, by `readEndToEndId`; absent = none is named. */
  readonly transfers?: readonly string[];
}

export type PaymentCommand =
  | InvestigationCommand
  | { readonly type: 'RequestPayment'; readonly payment: PaymentRequestedData }
  | ({ readonly type: 'BeginCharge' | 'BeginCapture'; readonly provider: string } & BeginAttempt)
  /** Moves the payment to another acquirer: `from` took nothing, or the charge was found at `to`, which may be `from` itself. */
  | {
      readonly type: 'Reroute';
      /**
       * The recorded call that the report is about; null = no call was on record; absent = the report counts whatever calls are on
       * record. The same in the commands below.
       */
      readonly attemptId?: string | null | undefined;
      readonly from: string;
      readonly to: string;
      /** If `to` is `from`: the transaction there that the payment leaves; null = the payment has none. */
      readonly leaves?: string | null;
      /** The account at `to` in which the charge was found. */
      readonly merchantAccount?: string | undefined;
      readonly cause: string;
      /** Explains the outcome without personal data (`explanationForRecord`). The same in the commands below. */
      readonly text?: string | null;
      readonly choice: RoutingDecision;
      readonly now: Timestamp;
    }
  | {
      readonly type: 'RecordSubmission';
      readonly provider: string;
      readonly attemptId?: string | null | undefined;
      readonly paymentId: string;
      readonly answer: ChargeAnswer;
      readonly pixCode: string | null;
      readonly billetCode: string | null;
      readonly billetUrl: string | null;
      readonly cardBrand: string | null;
      readonly cardLastDigits: string | null;
      readonly expiresAt: Timestamp | null;
      readonly now: Timestamp;
    }
  | ({
      readonly type: 'RecordUnanswered';
      readonly provider: string;
      readonly now: Timestamp;
    } & Unanswered)
  | {
      readonly type: 'RecordBoletoPdf';
      readonly provider: string;
      /** The transaction of the boleto whose PDF was stored; in the next command, whose PDF could not be stored. */
      readonly transactionId: string;
      /** Key in our storage. */
      readonly file: string;
      readonly billetUrl: string;
      readonly now: Timestamp;
    }
  | {
      readonly type: 'RecordBoletoPdfFailure';
      readonly provider: string;
      readonly transactionId: string;
      readonly failure: string;
      readonly now: Timestamp;
    }
  /** The provider's current status, as read back. */
  | {
      readonly type: 'RecordProviderStatus';
      readonly provider: string;
      /** Our account at the provider, in which it was asked; absent if the account has no name. */
      readonly merchantAccount?: string | undefined;
      readonly attemptId?: string | null | undefined;
      readonly paymentId: string;
      readonly status: PaymentStatus;
      /** What the answer comes from: the id of the notice that led to a look-up, `read-back` or `submission`. */
      readonly noticeId: string;
      /** Null when the call for the charge was declined. */
      readonly answer: ChargeAnswer | null;
      readonly cause: string | null;
      readonly text?: string | null;
      readonly endToEndId: string | null;
      readonly now: Timestamp;
    }
  /** Gives up a charge by our own decision, for example after its expiry. */
  | {
      readonly type: 'CallOff';
      readonly provider: string;
      readonly attemptId: string | null;
      readonly cause: typeof NEVER_SUBMITTED | typeof EXPIRED;
      readonly now: Timestamp;
    }
  /** The acquirer gives no final answer. */
  | {
      readonly type: 'LeaveUnresolved';
      readonly provider: string;
      readonly cause: UnresolvedCause;
      readonly now: Timestamp;
    }
  | {
      readonly type: 'RequestRefund';
      readonly refundId: string;
      readonly amount: Cents;
      /** Which refunds the acquirer offers for such a payment; absent = any amount. */
      readonly right?: RefundRight;
      /** Staff request the refund: if the seller's account does not cover it, two of them decide. */
      readonly mayOverdraw?: boolean;
      /** The request may repeat one that the log has lost. */
      readonly mayRepeat?: boolean;
      readonly note: string;
      readonly now: Timestamp;
    }
  /** The seller's account does not cover a refund that staff requested. */
  | {
      readonly type: 'LeaveUncovered';
      readonly refundId: string;
      /** The seller's available balance. */
      readonly available: Cents;
      readonly now: Timestamp;
    }
  | {
      readonly type: 'SettleRefund';
      readonly refundId: string;
      /** The amount that was refunded; absent when the event behind the command is older than the field. */
      readonly amount?: Cents | undefined;
      readonly now: Timestamp;
    }
  | {
      readonly type: 'FailRefund';
      readonly refundId: string;
      readonly cause: string;
      readonly text?: string | null;
      readonly now: Timestamp;
    };

export type ProviderStatus = Extract<PaymentCommand, { type: 'RecordProviderStatus' }>;
