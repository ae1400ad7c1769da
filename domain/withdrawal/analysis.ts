import { Refused } from '#/domain/errors/refused.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import type { WithdrawalCommand } from './commands.ts';
import type { RequestedWithdrawal, WithdrawalEvent } from './decider.ts';

/** Who is looking into a payout that waits for approval. Others may still decide about it. */
export interface Analysis {
  /** The member of staff, as actor. */
  readonly by: string;
  readonly since: Timestamp;
}

type AnalysisCommand = Extract<WithdrawalCommand, { type: 'BeginAnalysis' | 'EndAnalysis' }>;

export const isAnalysis = (command: WithdrawalCommand): command is AnalysisCommand =>
  command.type === 'BeginAnalysis' || command.type === 'EndAnalysis';

/**
 * Begins, takes over or ends an analysis of a payout that waits.
 * @throws Refused `withdrawal/analysed-meanwhile` if someone else began one that the caller had not seen
 */
export const analysePayout = (
  { requested: { platformId, receiverId }, analysis }: RequestedWithdrawal,
  { now: at, ...command }: AnalysisCommand,
): readonly WithdrawalEvent[] => {
  const { by } = command;
  const isOwn = analysis?.by === by;
  const data = { platformId, receiverId, by, at };
  if (command.type === 'EndAnalysis')
    return isOwn ? [{ type: 'WithdrawalAnalysisEnded', data }] : [];
  if (isOwn) return [];
  if (analysis !== null && analysis.since !== command.insteadOf)
    throw new Refused('withdrawal/analysed-meanwhile');
  return [{ type: 'WithdrawalAnalysisBegun', data }];
};

export type AnalysisEventType = 'WithdrawalAnalysisBegun' | 'WithdrawalAnalysisEnded';

export const isOfAnalysis = (
  event: WithdrawalEvent,
): event is Extract<WithdrawalEvent, { type: AnalysisEventType }> =>
  event.type === 'WithdrawalAnalysisBegun' || event.type === 'WithdrawalAnalysisEnded';

/** An analysis ends when its member of staff ends it or approves the payout, or when the payout no longer waits. */
export const analysisAfter = (
  analysis: Analysis | null,
  event: WithdrawalEvent,
): Analysis | null => {
  switch (event.type) {
    case 'WithdrawalAnalysisBegun':
      return { by: event.data.by, since: event.data.at };
    case 'WithdrawalApproved':
      return analysis?.by === event.data.approvedBy ? null : analysis;
    case 'WithdrawalAnalysisEnded':
    case 'WithdrawalRefused':
    case 'WithdrawalStopped':
    case 'WithdrawalFailed':
    case 'WithdrawalSettled':
      return null;
    default:
      return analysis;
  }
};
