import type { BeginAttempt, Unanswered } from '#/domain/acquiring/call-attempt.ts';
import type { Epoch } from '#/domain/epoch/epoch.ts';
import type { RefusalCode } from '#/domain/errors/refused.ts';
import type { InvestigationCommand } from '#/domain/investigation/investigation.ts';
import type { Cents } from '#/domain/values/money.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import type { WithdrawalRequestedData } from './events.ts';
import type { SignedStatement } from './statement.ts';

/** The call and the payouts that an answer is about. The answer says nothing about others. */
export interface AnswerAbout {
  /** The recorded call that was answered; absent = the acquirer was asked about the payout. */
  readonly attemptId?: string;
  /** What was on record when the acquirer was asked about the payout. */
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
      readonly type: 'BeginAnalysis';
      readonly by: string;
      /** When the analysis began that this one replaces; null = the caller saw none. */
      readonly insteadOf: Timestamp | null;
      readonly now: Timestamp;
    }
  | { readonly type: 'EndAnalysis'; readonly by: string; readonly now: Timestamp }
  | {
      readonly type: 'ApprovePayout';
      readonly by: string;
      /** The revision of the member's record at the approval. */
      readonly staffRevision: number;
      /** The approvals on record, and whether each still counts. The caller finds out whether two staff records are one person. */
      readonly earlier: readonly { readonly by: string; readonly isValid: boolean }[];
      readonly now: Timestamp;
    }
  | {
      readonly type: 'RefusePayout';
      readonly by: string;
      /** Without personal data. The seller reads it. */
      readonly reason: string;
      /** The log's present epoch: the log may have lost calls of earlier epochs. */
      readonly epoch: Epoch;
      readonly now: Timestamp;
    }
  | {
      /** The payout was found on the bank's statement. */
      readonly type: 'ReconcilePayout';
      readonly by: string;
      /** What went out, by the statement. */
      readonly amount: Cents;
      /** Of the statement; null = none was given. */
      readonly reference: string | null;
      readonly now: Timestamp;
    }
  | {
      readonly type: 'RevertReconciliation';
      readonly by: string;
      /** Without personal data. */
      readonly reason: string;
      readonly now: Timestamp;
    }
  | {
      readonly type: 'StopPayout';
      readonly cause: RefusalCode;
      /** The last call: neither it nor an earlier one has reached the acquirer, or can reach it. Null = no call was begun. */
      readonly after: string | null;
      /** The log's epoch when it was found that none can. */
      readonly epoch: number;
      readonly now: Timestamp;
    }
  /** `signed` is absent if a signed statement is on record. */
  | ({ readonly type: 'BeginPayout'; readonly signed?: SignedStatement | undefined } & BeginAttempt)
  /** The acquirer has made a payout, or will. If `asked` is set, another command with the outcome follows. */
  | (AnswerAbout & {
      readonly type: 'RecordSent';
      readonly providerWithdrawId: string;
      /** The account in which a look-up found the payout, if no command with the outcome follows. */
      readonly merchantAccount?: string;
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
      /** Nothing was sent. Ignored if a call is on record. */
      readonly isUnsent?: true;
      /** Explains the outcome without personal data (`explanationForRecord`). */
      readonly text?: string | null;
      readonly now: Timestamp;
    })
  /** The acquirer, which had said that it paid, says that the payout came back. */
  | (AnswerAbout & {
      readonly type: 'RecordCameBack';
      readonly cause: string;
      readonly text?: string | null;
      readonly now: Timestamp;
    })
  /** The payout's account belongs to another person than the destination names. */
  | { readonly type: 'RecordOtherHolder'; readonly now: Timestamp }
  /** The acquirer gives no final answer, or paid another amount. */
  | (AnswerAbout & {
      readonly type: 'LeaveUnresolved';
      readonly cause: 'unanswered' | 'still-pending' | 'other-amount';
      readonly saidAmount?: Cents;
      readonly now: Timestamp;
    });
