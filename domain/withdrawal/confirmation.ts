import type { WithdrawStatus } from '#/domain/ports/payout.ts';
import type { WithdrawalCommand } from './commands.ts';
import { hasEnded, type RequestedWithdrawal } from './decider.ts';

/** A payout that came back had been paid, so it also confirms a notice that claims the payment. */
export const confirmedOfPayout = (
  after: RequestedWithdrawal,
  commands: readonly WithdrawalCommand[],
): readonly WithdrawStatus[] => {
  const types = new Set(commands.map(({ type }) => type));
  if (!hasEnded(after)) return [];
  const { paid } = after.lastContradiction ?? after;
  // Staff may have decided that a payment of another amount happened, which is then what the acquirer says.
  const isOfThisAmount = commands.some(
    (command) => command.type === 'LeaveUnresolved' && command.saidAmount === paid,
  );
  if (types.has('RecordSettled') || isOfThisAmount) return paid > 0 ? ['APPROVED'] : [];
  if (paid > 0) return [];
  if (types.has('RecordCameBack') || (types.has('RecordFailed') && after.status === 'RETURNED'))
    return ['APPROVED', 'REJECTED', 'CANCELED'];
  return types.has('RecordFailed') ? ['REJECTED', 'CANCELED'] : [];
};
