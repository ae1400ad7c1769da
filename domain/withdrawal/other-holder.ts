import type { Timestamp } from '#/domain/values/time.ts';
import type { RequestedWithdrawal, WithdrawalEvent } from './decider.ts';
import { destinationPart } from './resolve.ts';

/** Records, once, that the acquirer names another holder than the destination does. */
export const nameOtherHolder = (
  withdrawal: RequestedWithdrawal,
  at: Timestamp,
): readonly WithdrawalEvent[] => {
  if (withdrawal.hasOtherHolder) return [];
  const { platformId, receiverId, provider } = withdrawal.requested;
  const data = { platformId, receiverId, provider, ...destinationPart(withdrawal), at };
  return [{ type: 'WithdrawalNamedOtherHolder', data }];
};
