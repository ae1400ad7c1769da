import { accountPart } from '#/domain/acquiring/call-attempt.ts';
import { epochOfRequest } from '#/domain/epoch/epoch.ts';
import { isSimulatedPart, type MaybeSimulated } from '#/domain/platform/simulated.ts';
import { definePolicy } from './policy.ts';

interface Correction extends MaybeSimulated {
  readonly isPart?: true | undefined;
  readonly ordinal?: number | undefined;
}

const correctionOf = ({ isPart, ordinal, ...money }: Correction) => ({
  ...(isPart && { isPart }),
  ...(ordinal !== undefined && { ordinal }),
  ...isSimulatedPart(money),
});

/** Opens a `withdrawal` for held money. Its outcome pays that money out, or returns it to the seller's account. */
export const carryOutWithdrawal = definePolicy('carry-out-withdrawal', {
  WithdrawalHeld: ({ data, position }, { epoch }) => {
    const { withdrawalId, choice: _, mayRepeat: _mayRepeat, ...held } = data;
    const withdrawal = { ...held, heldIn: epochOfRequest(epoch, { position, data }) };
    return [
      { to: 'withdrawal', id: withdrawalId, command: { type: 'RequestWithdrawal', withdrawal } },
    ];
  },
  WithdrawalSettled: ({ aggregateId: withdrawalId, data }, { now }) => {
    const { platformId, receiverId: sellerId, provider, amount, fee } = data;
    const paidBy = { provider, ...accountPart(data) };
    const payout = { withdrawalId, ...paidBy, amount, fee, ...isSimulatedPart(data) };
    const command = { platformId, sellerId, ...payout, now };
    return [{ to: 'account', id: sellerId, command: { type: 'PayWithdrawal', ...command } }];
  },
  WithdrawalCameBack: ({ aggregateId: withdrawalId, data }, { now }) => {
    const { platformId, receiverId: sellerId, provider, currency, amount, fee, cause } = data;
    const paidBy = { provider, ...accountPart(data) };
    const payout = { withdrawalId, ...paidBy, currency, amount, fee, ...correctionOf(data) };
    const command = { platformId, sellerId, ...payout, cause, now };
    return [{ to: 'account', id: sellerId, command: { type: 'ReverseWithdrawal', ...command } }];
  },
  WithdrawalFoundPaid: ({ aggregateId: withdrawalId, data }, { now }) => {
    const { platformId, receiverId: sellerId, provider, currency, amount, fee } = data;
    const paidBy = { provider, ...accountPart(data) };
    const payout = { withdrawalId, ...paidBy, currency, amount, fee, ...correctionOf(data) };
    const command = { platformId, sellerId, ...payout, now };
    return [{ to: 'account', id: sellerId, command: { type: 'TakeWithdrawal', ...command } }];
  },
  WithdrawalFailed: ({ aggregateId: withdrawalId, data }, { now }) => {
    const { platformId, receiverId: sellerId, cause } = data;
    const command = { platformId, sellerId, withdrawalId, cause, now };
    return [{ to: 'account', id: sellerId, command: { type: 'ReturnWithdrawal', ...command } }];
  },
});
