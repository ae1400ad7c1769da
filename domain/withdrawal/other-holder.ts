import type { Timestamp } from '#/domain/values/time.ts';
import type { RequestedWithdrawal, WithdrawalEvent } from './decider.ts';
import { destinationPart } from './resolve.ts';

/** Records that an acquirer paid an account of another holder. Once for a payout: after that, staff decide about its destination. */
export const nameOtherHolder = (
  withdrawal: RequestedWithdrawal,
  at: Timestamp,
): readonly WithdrawalEvent[] => {
  if (withdrawal.hasOtherHolder) return [];
  const { platformId, receiverId, provider } = withdrawal.requested;
  const data = { platformId, receiverId, provider, ...destinationPart(withdrawal), at };
  return [{ type: 'WithdrawalNamedOtherHolder', data }];
};
