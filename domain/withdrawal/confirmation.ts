import type { WithdrawStatus } from '#/domain/ports/payout.ts';
import type { WithdrawalCommand } from './commands.ts';
import { hasEnded, type RequestedWithdrawal } from './decider.ts';

/**
 * Returns the statuses that a notice about the payout may claim. A payout that came back was paid before, so APPROVED is one of them.
 * @param after the withdrawal once the commands were applied
 */
export const confirmedOfPayout = (
  after: RequestedWithdrawal,
  commands: readonly WithdrawalCommand[],
): readonly WithdrawStatus[] => {
  const types = new Set(commands.map(({ type }) => type));
  if (!hasEnded(after)) return [];
  const { paid } = after.lastContradiction ?? after;
  // The acquirer may say that it paid another amount, and staff may have decided that it did.
  const isOfThisAmount = commands.some(
    (command) => command.type === 'LeaveUnresolved' && command.saidAmount === paid,
  );
  if (types.has('RecordSettled') || isOfThisAmount) return paid > 0 ? ['APPROVED'] : [];
  if (paid > 0) return [];
  if (types.has('RecordCameBack') || (types.has('RecordFailed') && after.status === 'RETURNED'))
    return ['APPROVED', 'REJECTED', 'CANCELED'];
  return types.has('RecordFailed') ? ['REJECTED', 'CANCELED'] : [];
};
