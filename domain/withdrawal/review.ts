import { Refused } from '#/domain/errors.ts';
import { explanationPart } from '#/domain/personal-text.ts';
import { waitsForApproval } from './approval.ts';
import type { WithdrawalCommand } from './commands.ts';
import type { RequestedWithdrawal, WithdrawalEvent } from './decider.ts';

type Review = Extract<WithdrawalCommand, { type: 'ApprovePayout' | 'RefusePayout' }>;

/**
 * Decides the approval or refusal of a payout by staff, before it is sent. @throws Refused `withdrawal/not-waiting`,
 * `withdrawal/same-person`, `withdrawal/approved-meanwhile` when it has an approval that the command does not name
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
  const { earlier } = command;
  const isNamed = (approver: string) => earlier.some((each) => each.by === approver);
  if (!approvals.every(isNamed)) throw new Refused('withdrawal/approved-meanwhile');
  const isLapsed = (approver: string) =>
    earlier.some((each) => each.by === approver && !each.isValid);
  const lapsed = approvals.filter(isLapsed);
  const data = { ...about, approvedBy: by, ...(lapsed.length > 0 && { lapsed }) };
  return [{ type: 'WithdrawalApproved', data }];
};
