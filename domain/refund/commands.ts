import type { BeginAttempt, Unanswered } from '#/domain/acquiring/call-attempt.ts';
import type { InvestigationCommand } from '#/domain/investigation/investigation.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import type { RefundRequestedData } from './events.ts';

/** Explains the outcome without personal data (`explanationForRecord`). */
interface OutcomeExplanation {
  readonly text?: string | null;
  readonly now: Timestamp;
}

export type RefundCommand =
  | InvestigationCommand
  | { readonly type: 'RequestProviderRefund'; readonly refund: RefundRequestedData }
  | ({ readonly type: 'BeginRefund' } & BeginAttempt)
  | (OutcomeExplanation & Unanswered & { readonly type: 'RecordUnanswered' })
  | { readonly type: 'RecordSettled'; readonly providerRefundId: string; readonly now: Timestamp }
  | (OutcomeExplanation & {
      readonly type: 'RecordFailed';
      readonly cause: string;
      /** The recorded call that was declined. */
      readonly attemptId?: string;
    })
  /** This refund is on record as made, but missing in the provider's total of refunds. */
  | { readonly type: 'RecordMissing'; readonly now: Timestamp }
  /** The provider gives no final answer. */
  | {
      readonly type: 'LeaveUnresolved';
      readonly cause: 'unanswered' | 'still-pending';
      readonly now: Timestamp;
    };
