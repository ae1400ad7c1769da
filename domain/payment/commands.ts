import type { BeginAttempt, Unanswered } from '#/domain/call-attempt.ts';
import type { RoutingDecision } from '#/domain/acquiring/choose.ts';
import type { Cents } from '#/domain/money.ts';
import type { PaymentStatus } from '#/domain/ports/charge.ts';
import type { RefundRight } from '#/domain/ports/refund.ts';
import type { Timestamp } from '#/domain/time.ts';
import type { PaymentRequestedData } from './events.ts';

export type PaymentCommand =
  | { readonly type: 'RequestPayment'; readonly payment: PaymentRequestedData }
  | ({ readonly type: 'BeginCharge' | 'BeginCapture'; readonly provider: string } & BeginAttempt)
  /** Moves the payment to another acquirer: `from` declined and took nothing. */
  | {
      readonly type: 'Reroute';
      readonly from: string;
      readonly to: string;
      readonly cause: string;
      /** Explanation of the outcome without personal data (`toldOnRecord`); also below. */
      readonly text?: string | null;
      readonly choice: RoutingDecision;
      readonly now: Timestamp;
    }
  | {
      readonly type: 'RecordSubmission';
      readonly provider: string;
      readonly transactionId: string;
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
      readonly type: 'RecordBilletPdf';
      readonly provider: string;
      /** Key in our storage. */
      readonly file: string;
      readonly billetUrl: string;
      readonly now: Timestamp;
    }
  | {
      readonly type: 'RecordBilletPdfFailure';
      readonly provider: string;
      readonly failure: string;
      readonly now: Timestamp;
    }
  /** The provider's current status, as read back. */
  | {
      readonly type: 'RecordProviderStatus';
      readonly provider: string;
      readonly status: PaymentStatus;
      /** Deduplicates: the provider's notice, or `read-back`, `submission`. */
      readonly noticeId: string;
      /** The transaction that has this status; given when the payment may turn out to have another transaction. */
      readonly transactionId?: string;
      readonly cause: string | null;
      readonly text?: string | null;
      readonly endToEndId: string | null;
      readonly now: Timestamp;
    }
  | {
      readonly type: 'RequestRefund';
      readonly refundId: string;
      readonly amount: Cents;
      /** How much the acquirer refunds of such a payment; absent = any amount. */
      readonly right?: RefundRight;
      readonly note: string;
      readonly now: Timestamp;
    }
  | { readonly type: 'SettleRefund'; readonly refundId: string; readonly now: Timestamp }
  | {
      readonly type: 'FailRefund';
      readonly refundId: string;
      readonly cause: string;
      readonly text?: string | null;
      readonly now: Timestamp;
    };
