import { accountPart } from '#/domain/call-attempt.ts';
import type { RequestedWithdrawal, WithdrawalEvent } from './decider.ts';

/**
 * Returns the account at the acquirer in which a payout is booked, after an event: that of the last call, and once the outcome was booked,
 * the one in which it was booked, so that what comes back later comes back there.
 */
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

/** The seller of a payout, the acquirer and the account there that pay it. Each event about its money repeats them. */
export const ownerOf = ({
  requested: { platformId, receiverId, provider },
  merchantAccount,
}: Pick<RequestedWithdrawal, 'requested' | 'merchantAccount'>) => ({
  platformId,
  receiverId,
  provider,
  ...accountPart({ merchantAccount }),
});
