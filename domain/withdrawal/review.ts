import { isRecordComplete } from '#/domain/epoch/epoch.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { waitsSince } from '#/domain/investigation/investigation.ts';
import { explanationPart } from '#/domain/privacy/personal-text.ts';
import { analysePayout, isAnalysis } from './analysis.ts';
import { waitsForApproval } from './approval.ts';
import type { WithdrawalCommand } from './commands.ts';
import type { RequestedWithdrawal, WithdrawalEvent } from './decider.ts';
import { payoutOf } from './resolve.ts';

type Review = Extract<
  WithdrawalCommand,
  { type: 'ApprovePayout' | 'RefusePayout' | 'BeginAnalysis' | 'EndAnalysis' }
>;

export const isReview = (command: WithdrawalCommand): command is Review =>
  command.type === 'ApprovePayout' || command.type === 'RefusePayout' || isAnalysis(command);

/** Whether the log may have lost an approval and a call of this payout. */
const mayLackCalls = (
  { requested: { heldIn = null, at } }: RequestedWithdrawal,
  epoch: Extract<Review, { type: 'RefusePayout' }>['epoch'],
): boolean => !isRecordComplete(epoch, { at, epoch: heldIn });

/** Fails the payout, which frees its money. If the log may lack a call, two people find out first whether the payout was made. */
const refusePayout = (
  withdrawal: RequestedWithdrawal,
  { by: refusedBy, reason, epoch, now: at }: Extract<Review, { type: 'RefusePayout' }>,
): readonly WithdrawalEvent[] => {
  const { platformId, receiverId, provider, currency } = withdrawal.requested;
  const about = { platformId, receiverId, at };
  const refused = { type: 'WithdrawalRefused', data: { ...about, refusedBy, reason } } as const;
  if (mayLackCalls(withdrawal, epoch)) {
    const payout = { provider, currency, amount: payoutOf(withdrawal) };
    const data = { ...about, ...payout, cause: 'may-be-lost' } as const;
    return [refused, { type: 'WithdrawalLeftUnresolved', data }];
  }
  const data = { ...about, cause: 'refused-by-staff', ...explanationPart(reason) };
  return [refused, { type: 'WithdrawalFailed', data }];
};

/**
 * Records that staff look into, approve or refuse a payout.
 * @throws Refused `withdrawal/not-waiting` unless the payout waits for approval (the end of an analysis is never refused). To begin an
 * analysis: as `analysePayout`. To approve: `withdrawal/same-person` if an approval of this person still counts,
 * `withdrawal/approved-meanwhile` if the payout has an approval that the command does not name
 */
export const reviewPayout = (
  withdrawal: RequestedWithdrawal,
  command: Review,
): readonly WithdrawalEvent[] => {
  const { requested, approvals, investigation } = withdrawal;
  const { platformId, receiverId } = requested;
  const { by, now: at } = command;
  // Someone who ends their analysis need not know that others have decided meanwhile.
  if (command.type === 'EndAnalysis') return analysePayout(withdrawal, command);
  // Staff refused the payout, and two people are finding out whether it was made.
  const isRefused = waitsSince(investigation) !== null;
  if (!waitsForApproval(withdrawal) || isRefused) throw new Refused('withdrawal/not-waiting');
  if (command.type === 'BeginAnalysis') return analysePayout(withdrawal, command);
  if (command.type === 'RefusePayout') return refusePayout(withdrawal, command);
  const { earlier, staffRevision } = command;
  const approvers = approvals.map((each) => each.by);
  const isLapsed = (approver: string) =>
    earlier.some((each) => each.by === approver && !each.isValid);
  const lapsed = approvers.filter(isLapsed);
  // Someone whose earlier approval lapsed may approve again.
  if (approvers.includes(by) && !lapsed.includes(by)) throw new Refused('withdrawal/same-person');
  const isNamed = (approver: string) => earlier.some((each) => each.by === approver);
  if (!approvers.every(isNamed)) throw new Refused('withdrawal/approved-meanwhile');
  const about = { platformId, receiverId, approvedBy: by, staffRevision, at };
  return [{ type: 'WithdrawalApproved', data: { ...about, ...(lapsed.length > 0 && { lapsed }) } }];
};
