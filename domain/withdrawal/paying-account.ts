import { accountPart } from '#/domain/acquiring/call-attempt.ts';
import { ZERO } from '#/domain/values/money.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import type { RequestedWithdrawal, WithdrawalEvent } from './decider.ts';

/** Returns the account in which a payout is booked: that of the last call, or in which it was found since. */
export const accountAfter = (
  { merchantAccount }: Pick<RequestedWithdrawal, 'merchantAccount'>,
  event: WithdrawalEvent,
): string | undefined => {
  switch (event.type) {
    case 'WithdrawalAttempted':
    case 'WithdrawalSent':
    case 'WithdrawalLeftUnresolved':
      return event.data.merchantAccount ?? merchantAccount;
    case 'WithdrawalSettled':
    case 'WithdrawalContradicted':
      return event.data.merchantAccount;
    default:
      return merchantAccount;
  }
};

/** Returns when money of a payout last moved, out or back; null = never. A resolution moves money if it changes the platform's loss. */
export const moneyMovedAfter = (
  { moneyMovedAt }: Pick<RequestedWithdrawal, 'moneyMovedAt'>,
  event: WithdrawalEvent,
): Timestamp | null => {
  switch (event.type) {
    case 'WithdrawalSettled':
    case 'WithdrawalFoundPaid':
    case 'WithdrawalCameBack':
      return event.data.at;
    case 'WithdrawalResolved':
      return event.data.loss === ZERO ? moneyMovedAt : event.data.at;
    default:
      return moneyMovedAt;
  }
};

/** For events about the money of a payout. */
export const ownerOf = ({
  requested: { platformId, receiverId, provider },
  merchantAccount,
}: Pick<RequestedWithdrawal, 'requested' | 'merchantAccount'>) => ({
  platformId,
  receiverId,
  provider,
  ...accountPart({ merchantAccount }),
});
