import { accountPart } from '#/domain/acquiring/call-attempt.ts';
import type { RequestedWithdrawal, WithdrawalEvent } from './decider.ts';

/** Returns the account in which a payout is booked: that of the last call, until an outcome is booked. */
export const accountAfter = (
  { merchantAccount }: Pick<RequestedWithdrawal, 'merchantAccount'>,
  event: WithdrawalEvent,
): string | undefined => {
  switch (event.type) {
    case 'WithdrawalAttempted':
      return event.data.merchantAccount ?? merchantAccount;
    case 'WithdrawalSettled':
    case 'WithdrawalContradicted':
      return event.data.merchantAccount;
    default:
      return merchantAccount;
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
