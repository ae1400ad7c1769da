import type { BeginAttempt, Unanswered } from '#/domain/call-attempt.ts';
import type { Timestamp } from '#/domain/time.ts';
import type { RefundRequestedData } from './events.ts';

/** Explanation of the outcome, without personal data (`toldOnRecord`). */
interface Explained {
  readonly text?: string | null;
  readonly now: Timestamp;
}

export type RefundCommand =
  | { readonly type: 'OpenRefund'; readonly refund: RefundRequestedData }
  | ({ readonly type: 'BeginRefund' } & BeginAttempt)
  | (Explained & Unanswered & { readonly type: 'RecordUnanswered' })
  | { readonly type: 'RecordSettled'; readonly providerRefundId: string; readonly now: Timestamp }
  | (Explained & {
      readonly type: 'RecordFailed';
      readonly cause: string;
      /** The recorded call that was declined. */
      readonly attemptId?: string;
    });
