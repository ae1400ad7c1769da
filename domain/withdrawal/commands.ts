import type { BeginAttempt, Unanswered } from '#/domain/acquiring/call-attempt.ts';
import type { Epoch } from '#/domain/epoch/epoch.ts';
import type { RefusalCode } from '#/domain/errors/refused.ts';
import type { InvestigationCommand } from '#/domain/investigation/investigation.ts';
import type { Cents } from '#/domain/values/money.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import type { WithdrawalRequestedData } from './events.ts';
import type { SignedStatement } from './statement.ts';

/** What an answer of the acquirer is about: it says nothing about a call or a payout that is not named here. */
export interface AnswerAbout {
  /** The recorded call that was answered; absent when the acquirer was asked about the payout itself. */
  readonly attemptId?: string;
  /**
   * If the acquirer was asked about the payout itself: the last call that was on record then, and the acquirer's ids for the payout that
   * were known then.
   */
  readonly asked?: {
    readonly attemptId: string | null;
    readonly providerWithdrawIds: readonly string[];
    /** The account at the acquirer that was asked. */
    readonly merchantAccount?: string | undefined;
  };
}

export type WithdrawalCommand =
  | InvestigationCommand
  | { readonly type: 'RequestWithdrawal'; readonly withdrawal: WithdrawalRequestedData }
  | {
      readonly type: 'ApprovePayout';
      readonly by: string;
      /** The revision of their record under which they approve. */
      readonly staffRevision: number;
      /**
       * The approvals on record, and whether each of them still counts. The caller has checked that no approval that counts is by the
       * person `by`, under this or another sign-in.
       */
      readonly earlier: readonly { readonly by: string; readonly isValid: boolean }[];
      readonly now: Timestamp;
    }
  | {
      readonly type: 'RefusePayout';
      readonly by: string;
      /** Without personal data. The seller reads it. */
      readonly reason: string;
      /** The log's epoch: the log may have lost calls of earlier ones. */
      readonly epoch: Epoch;
      readonly now: Timestamp;
    }
  /** When the payout was about to be sent, it was no longer payable. */
  | {
      readonly type: 'StopPayout';
      /** The code of the refusal that a new request would get. */
      readonly cause: RefusalCode;
      /** The last attempt; null = there is none. No call up to it has reached the acquirer, and none can reach it any more. */
      readonly after: string | null;
      /** The log's epoch in which that is known. */
      readonly epoch: number;
      readonly now: Timestamp;
    }
  /** Absent `signed` = the statement that is on record. */
  | ({ readonly type: 'BeginPayout'; readonly signed?: SignedStatement | undefined } & BeginAttempt)
  /**
   * The acquirer has made a payout, or will make it. If `asked` is set, the command with the outcome follows, and that outcome takes this
   * payout into account.
   */
  | (AnswerAbout & {
      readonly type: 'RecordSent';
      readonly providerWithdrawId: string;
      readonly now: Timestamp;
    })
  | ({ readonly type: 'RecordUnanswered'; readonly now: Timestamp } & Unanswered)
  | (AnswerAbout & {
      readonly type: 'RecordSettled';
      readonly endToEndId: string | null;
      readonly now: Timestamp;
    })
  | (AnswerAbout & {
      readonly type: 'RecordFailed';
      readonly cause: string;
      /** We failed ourselves before this call was sent. The payout fails for that reason only if no call is on record. */
      readonly isUnsent?: true;
      /** Explanation of the outcome, without personal data (`explanationForRecord`). */
      readonly text?: string | null;
      readonly now: Timestamp;
    })
  /** The acquirer, which had said before that it paid, says that the payout came back. */
  | (AnswerAbout & {
      readonly type: 'RecordCameBack';
      readonly cause: string;
      readonly text?: string | null;
      readonly now: Timestamp;
    })
  /** The acquirer says that the account of the payout belongs to another person than the destination names. */
  | { readonly type: 'RecordOtherHolder'; readonly now: Timestamp }
  /** The acquirer gives no final answer, and is not asked regularly any more; or it paid another amount. */
  | (AnswerAbout & {
      readonly type: 'LeaveUnresolved';
      readonly cause: 'unanswered' | 'still-pending' | 'other-amount';
      readonly saidAmount?: Cents;
      readonly now: Timestamp;
    });
