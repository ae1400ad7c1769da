import { accountPart } from '#/domain/acquiring/call-attempt.ts';
import type { RequestedWithdrawal, WithdrawalEvent } from './decider.ts';

/**
 * Returns the account at the acquirer in which a payout is booked, after an event. It is the account of the last call, until an outcome is
 * booked. Then it is the account in which the outcome was booked, because money that comes back later comes back there.
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
