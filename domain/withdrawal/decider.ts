import type { Decider, EventOf } from '#/domain/aggregates/aggregate.ts';
import {
  isNewlyUnsent,
  afterCall,
  nextAttempt,
  unansweredPart,
  markUnsent,
  type LastAttempt,
} from '#/domain/acquiring/call-attempt.ts';
import { Refused } from '#/domain/errors/refused.ts';
import {
  isInvestigation,
  NOT_INVESTIGATED,
  waitsSince,
  type Investigation,
} from '#/domain/investigation/investigation.ts';
import { add, subtract, ZERO, type Cents } from '#/domain/values/money.ts';
import { explanationPart } from '#/domain/privacy/personal-text.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import { analysisAfter, isOfAnalysis, type Analysis, type AnalysisEventType } from './analysis.ts';
import { approvalOfStopped, approvalsAfter, countMissing, type Approval } from './approval.ts';
import type { WithdrawalCommand } from './commands.ts';
import {
  compareWithRecord,
  foundInPart,
  isNewId,
  isOutdated,
  withAskedAccount,
} from './compare-with-record.ts';
import { correct, describeStatement } from './corrections.ts';
import type { withdrawalEvents, WithdrawalRequestedData } from './events.ts';
import { accountAfter, moneyMovedAfter } from './paying-account.ts';
import { investigationAfter, payoutOf, resolveWithdrawal, wholePayoutOf } from './resolve.ts';
import { nameOtherHolder } from './other-holder.ts';
import {
  isOfReconciliation,
  isReconciliationEvent,
  reconcilePayout,
  reconciliationAfter,
  type Reconciliation,
  type ReconciliationEventType,
} from './reconciliation.ts';
import { resolvedAs } from './resolved-as.ts';
import { isReview, reviewPayout } from './review.ts';
import { newlySigned, type SignedStatement } from './statement.ts';

export type WithdrawalEvent = EventOf<typeof withdrawalEvents>;

/** The state of a payout according to the acquirer. */
export interface Statement {
  /** The sum that was paid out and has not come back. */
  readonly paid: Cents;
  /** The payout came back after it was paid. */
  readonly isReturned: boolean;
}

export type Withdrawal =
  | { readonly status: 'NONE' }
  | {
      /** RETURNED: it was paid, and the money came back. */
      readonly status: 'PENDING' | 'SENT' | 'UNANSWERED' | 'SETTLED' | 'FAILED' | 'RETURNED';
      /** After a stop, the needed approval and the epoch (`heldIn`) are those of the stop. */
      readonly requested: WithdrawalRequestedData;
      /** The approvals by staff, without those that lapsed. */
      readonly approvals: readonly Approval[];
      /** Null = no member of staff is looking into it. */
      readonly analysis: Analysis | null;
      /** The time of the request or of the last approval. Nothing was sent before. */
      readonly payableSince: Timestamp;
      /** Null before the first attempt, after a stop, and for older payouts. */
      readonly signed: SignedStatement | null;
      /** The last call for the payout; null = none, or an older payout. */
      readonly attempt: LastAttempt | null;
      /** The account in which the payout is booked; absent before the first call, or if it has no name. */
      readonly merchantAccount?: string | undefined;
      /** The acquirer's ids for the payout; several if it carried out two of our calls. */
      readonly providerWithdrawIds: readonly string[];
      /** The sum that was paid out, by the record; zero before the payout, and after it came back. */
      readonly paid: Cents;
      /** When its money last moved, out or back; null = never. */
      readonly moneyMovedAt: Timestamp | null;
      /** How often `paid` was corrected. */
      readonly corrections: number;
      /** The acquirer's last statement that contradicts the record. The same statement again changes nothing. */
      readonly lastContradiction: Statement | null;
      /** Staff decided that the platform bears the payout, because the seller had got the money back. */
      readonly isBorneByPlatform: boolean;
      /** The acquirer has named another holder of the account than the destination. */
      readonly hasOtherHolder: boolean;
      /** Null = no one has found the payout on the bank's statement. */
      readonly reconciliation: Reconciliation | null;
      readonly investigation: Investigation;
    };

export type RequestedWithdrawal = Exclude<Withdrawal, { readonly status: 'NONE' }>;

export const hasEnded = ({ status }: RequestedWithdrawal): boolean =>
  status === 'SETTLED' || status === 'FAILED' || status === 'RETURNED';

const decide = (command: WithdrawalCommand, withdrawal: Withdrawal): readonly WithdrawalEvent[] => {
  if (command.type === 'RequestWithdrawal') {
    if (withdrawal.status !== 'NONE') return [];
    return [{ type: 'WithdrawalRequested', data: command.withdrawal }];
  }
  if (withdrawal.status === 'NONE') throw new Refused('withdrawal/unknown');
  if (isInvestigation(command)) return resolveWithdrawal(withdrawal, command);
  if (isReview(command)) return reviewPayout(withdrawal, command);
  if (isOfReconciliation(command)) return reconcilePayout(withdrawal, command);
  if (command.type === 'RecordOtherHolder') return nameOtherHolder(withdrawal, command.now);
  if (isOutdated(withdrawal, command)) return [];
  const booked = withAskedAccount(withdrawal, command);
  const foundIn = foundInPart(withdrawal, booked);
  if (hasEnded(withdrawal)) return compareWithRecord(booked, command);
  const { platformId, receiverId, provider, currency } = withdrawal.requested;
  const at = command.now;
  switch (command.type) {
    case 'BeginPayout': {
      const attempt = nextAttempt(withdrawal.attempt, command, provider);
      // The facts of an open matter must not change while staff decide about it.
      const isMatterOpen = waitsSince(withdrawal.investigation) !== null;
      if (withdrawal.status === 'SENT' || isMatterOpen || countMissing(withdrawal) > 0 || !attempt)
        return [];
      return [...newlySigned(withdrawal, command), { type: 'WithdrawalAttempted', data: attempt }];
    }
    case 'StopPayout': {
      const { after, cause, epoch } = command;
      const isMatterOpen = waitsSince(withdrawal.investigation) !== null;
      // If another call was recorded meanwhile, it may reach the acquirer.
      const hasNewerCall = (withdrawal.attempt?.attemptId ?? null) !== after;
      if (
        withdrawal.status === 'SENT' ||
        isMatterOpen ||
        countMissing(withdrawal) > 0 ||
        hasNewerCall
      )
        return [];
      const approval = approvalOfStopped(withdrawal.requested.approval);
      const data = { platformId, receiverId, cause, approval, epoch, at };
      return [{ type: 'WithdrawalStopped', data }];
    }
    case 'RecordSent': {
      const { providerWithdrawId } = command;
      if (withdrawal.status === 'SENT' && !isNewId(withdrawal, command)) return [];
      return [{ type: 'WithdrawalSent', data: { providerWithdrawId, ...foundIn, at } }];
    }
    case 'RecordUnanswered':
      // A payout that was stopped meanwhile continues to wait for approval.
      if (countMissing(withdrawal) > 0) return [];
      if (withdrawal.status !== 'PENDING' && !isNewlyUnsent(withdrawal.attempt, command)) return [];
      return [{ type: 'WithdrawalUnanswered', data: { ...unansweredPart(command), at } }];
    case 'RecordSettled': {
      const data = { ...wholePayoutOf(booked), endToEndId: command.endToEndId, at };
      return [{ type: 'WithdrawalSettled', data }];
    }
    case 'RecordCameBack':
      return [];
    case 'RecordFailed': {
      const { cause, text, isUnsent } = command;
      if (isUnsent && withdrawal.attempt) return [];
      const data = { platformId, receiverId, cause, ...explanationPart(text), at };
      return [{ type: 'WithdrawalFailed', data }];
    }
    case 'LeaveUnresolved': {
      const { cause, saidAmount } = command;
      const [open] = withdrawal.investigation.matters;
      // Staff must decide about the amount that the acquirer stated last.
      if (open && (saidAmount === undefined || saidAmount === open.said.amount)) return [];
      const about = { platformId, receiverId, provider, currency, amount: payoutOf(withdrawal) };
      const said = { ...(saidAmount !== undefined && { saidAmount }), ...foundIn };
      return [{ type: 'WithdrawalLeftUnresolved', data: { ...about, cause, ...said, at } }];
    }
  }
};

const evolve = (withdrawal: Withdrawal, event: WithdrawalEvent): Withdrawal => {
  if (event.type === 'WithdrawalRequested') {
    return {
      status: 'PENDING',
      requested: event.data,
      approvals: [],
      analysis: null,
      payableSince: event.data.at,
      signed: null,
      attempt: null,
      providerWithdrawIds: [],
      paid: ZERO,
      moneyMovedAt: null,
      corrections: 0,
      lastContradiction: null,
      isBorneByPlatform: false,
      hasOtherHolder: false,
      reconciliation: null,
      investigation: NOT_INVESTIGATED,
    };
  }
  if (withdrawal.status === 'NONE') return withdrawal;
  const investigation = investigationAfter(withdrawal.investigation, event);
  const merchantAccount = accountAfter(withdrawal, event);
  const moneyMovedAt = moneyMovedAfter(withdrawal, event);
  const analysis = analysisAfter(withdrawal.analysis, event);
  const reconciliation = reconciliationAfter(withdrawal.reconciliation, event);
  if (isOfAnalysis(event)) return { ...withdrawal, analysis };
  if (isReconciliationEvent(event)) return { ...withdrawal, reconciliation };
  const next = evolveRequested(withdrawal, event);
  return { ...next, merchantAccount, moneyMovedAt, investigation, analysis, reconciliation };
};

/** The events that `evolve` does not apply itself. */
type OtherEvent = Exclude<
  WithdrawalEvent,
  { type: 'WithdrawalRequested' | AnalysisEventType | ReconciliationEventType }
>;

const evolveRequested = (
  withdrawal: RequestedWithdrawal,
  event: OtherEvent,
): RequestedWithdrawal => {
  switch (event.type) {
    case 'WithdrawalApproved':
      return {
        ...withdrawal,
        approvals: approvalsAfter(withdrawal.approvals, event.data),
        payableSince: event.data.at,
      };
    case 'WithdrawalStopped': {
      const { approval, epoch: heldIn } = event.data;
      const requested = { ...withdrawal.requested, approval, heldIn };
      // The payout must be signed again, with the names of those who approve it again.
      return { ...withdrawal, status: 'PENDING', requested, approvals: [], signed: null };
    }
    case 'WithdrawalSigned': {
      const { platformId: _platform, receiverId: _receiver, at: _at, ...signed } = event.data;
      return { ...withdrawal, signed };
    }
    case 'WithdrawalAttempted':
      return { ...withdrawal, attempt: afterCall(withdrawal.attempt, event.data) };
    case 'WithdrawalSent':
      return {
        ...withdrawal,
        status: hasEnded(withdrawal) ? withdrawal.status : 'SENT',
        providerWithdrawIds: [
          ...new Set([...withdrawal.providerWithdrawIds, event.data.providerWithdrawId]),
        ],
      };
    case 'WithdrawalUnanswered':
      return {
        ...withdrawal,
        status: 'UNANSWERED',
        attempt: markUnsent(withdrawal.attempt, event.data),
      };
    case 'WithdrawalSettled':
      return {
        ...withdrawal,
        status: 'SETTLED',
        paid: payoutOf(withdrawal),
        lastContradiction: null,
      };
    case 'WithdrawalFoundPaid': {
      const { amount, fee } = event.data;
      const paid = add(withdrawal.paid, subtract(amount, fee));
      return correct(withdrawal, 'SETTLED', paid);
    }
    case 'WithdrawalFailed':
      return { ...withdrawal, status: 'FAILED' };
    case 'WithdrawalCameBack': {
      const { amount, fee, isPart } = event.data;
      const paid = subtract(withdrawal.paid, subtract(amount, fee));
      return correct(withdrawal, isPart ? 'SETTLED' : 'RETURNED', paid);
    }
    case 'WithdrawalNamedOtherHolder':
      return { ...withdrawal, hasOtherHolder: true };
    case 'WithdrawalContradicted':
      return { ...withdrawal, lastContradiction: describeStatement(withdrawal, event.data) };
    case 'WithdrawalContradictionEnded':
      return { ...withdrawal, lastContradiction: null };
    case 'WithdrawalResolved':
      return resolvedAs(withdrawal, event.data);
    case 'WithdrawalRefused':
    case 'WithdrawalLeftUnresolved':
    case 'WithdrawalResolutionProposed':
    case 'WithdrawalResolutionRejected':
      return withdrawal;
  }
};

export const withdrawal: Decider<WithdrawalCommand, WithdrawalEvent, Withdrawal> = {
  category: 'withdrawal',
  initial: { status: 'NONE' },
  decide,
  evolve,
};
