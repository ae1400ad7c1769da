import type { BeginAttempt, Unanswered } from '#/domain/call-attempt.ts';
import type { InvestigationCommand } from '#/domain/investigation/investigation.ts';
import type { Cents } from '#/domain/money.ts';
import type { Timestamp } from '#/domain/time.ts';
import type { WithdrawalRequestedData } from './events.ts';

export type WithdrawalCommand =
  | InvestigationCommand
  | { readonly type: 'RequestWithdrawal'; readonly withdrawal: WithdrawalRequestedData }
  | ({ readonly type: 'BeginPayout' } & BeginAttempt)
  | { readonly type: 'RecordSent'; readonly providerWithdrawId: string; readonly now: Timestamp }
  | ({ readonly type: 'RecordUnanswered'; readonly now: Timestamp } & Unanswered)
  | { readonly type: 'RecordSettled'; readonly endToEndId: string | null; readonly now: Timestamp }
  | {
      readonly type: 'RecordFailed';
      readonly cause: string;
      /** The recorded call that was declined; absent when the acquirer was asked about the payout itself. */
      readonly attemptId?: string;
      /** We failed before any call; the payout fails only if none was begun. */
      readonly isUnsent?: true;
      /** Explanation of the outcome, without personal data (`explanationForRecord`). */
      readonly text?: string | null;
      readonly now: Timestamp;
    }
  /** Asked after it had said that it paid, the acquirer says that the payout came back. */
  | {
      readonly type: 'RecordCameBack';
      readonly cause: string;
      readonly text?: string | null;
      readonly now: Timestamp;
    }
  /** The acquirer gives no final answer, and is not asked regularly any more; or it paid another amount. */
  | {
      readonly type: 'LeaveUnresolved';
      readonly cause: 'unanswered' | 'still-pending' | 'other-amount';
      readonly saidAmount?: Cents;
      readonly now: Timestamp;
    };
