import { Refused } from '#/domain/errors.ts';
import { explanationPart } from '#/domain/personal-text.ts';
import { waitsForApproval } from './approval.ts';
import type { WithdrawalCommand } from './commands.ts';
import type { RequestedWithdrawal, WithdrawalEvent } from './decider.ts';

type Review = Extract<WithdrawalCommand, { type: 'ApprovePayout' | 'RefusePayout' }>;

/**
 * Decides the approval or refusal of a payout by staff, before it is sent. @throws Refused `withdrawal/not-waiting`,
 * `withdrawal/same-person`
 */
export const reviewPayout = (
  withdrawal: RequestedWithdrawal,
  command: Review,
): readonly WithdrawalEvent[] => {
  const { requested, approvals } = withdrawal;
  const { platformId, receiverId } = requested;
  const { by, now: at } = command;
  const about = { platformId, receiverId, at };
  if (!waitsForApproval(withdrawal)) throw new Refused('withdrawal/not-waiting');
  if (command.type === 'RefusePayout') {
    const { reason } = command;
    return [
      { type: 'WithdrawalRefused', data: { ...about, refusedBy: by, reason } },
      {
        type: 'WithdrawalFailed',
        data: { ...about, cause: 'refused-by-staff', ...explanationPart(reason) },
      },
    ];
  }
  if (approvals.includes(by)) throw new Refused('withdrawal/same-person');
  return [{ type: 'WithdrawalApproved', data: { ...about, approvedBy: by } }];
};
