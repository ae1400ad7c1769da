import { subtract } from '#/domain/money.ts';
import type { WithdrawResult } from '#/domain/ports/payment-provider.ts';
import type { WithdrawalCommand } from '#/domain/withdrawal/commands.ts';
import type { WithdrawalRequestedData } from '#/domain/withdrawal/events.ts';
import { defineReaction, type Ports } from './policy.ts';
import { offered, outcomeOf } from './provider-outcome.ts';

/** What the sealed destination of a withdrawal says. */
export interface PixDestination {
  readonly pixKey: string;
  readonly name: string;
  readonly document: string;
}

/** The provider's word on a payout as commands. */
export const heardOfWithdrawal = (
  result: WithdrawResult,
  now: string,
): readonly WithdrawalCommand[] => {
  const { withdrawId: providerWithdrawId, status, endToEndId = null } = result;
  const sent = { type: 'RecordSent', providerWithdrawId, now } as const;
  switch (status) {
    case 'APPROVED':
      return [sent, { type: 'RecordSettled', endToEndId, now }];
    case 'PENDING':
      return [sent];
    case 'REJECTED':
    case 'CANCELED':
      return [{ type: 'RecordFailed', cause: status.toLowerCase(), now }];
  }
};

/** Sends a payout; the withdrawal's id is the provider's idempotency key, so sending again is safe. */
export const sendWithdrawal = async (
  withdrawalId: string,
  withdrawal: WithdrawalRequestedData,
  { providers, open, webhookUrl, now }: Ports,
): Promise<readonly WithdrawalCommand[]> => {
  const { provider, platformId, amount, fee, pixType } = withdrawal;
  const destination = await open<PixDestination>(withdrawal.destination);
  if (!destination) return [{ type: 'RecordFailed', cause: 'destination-erased', now: now() }];
  const outcome = await outcomeOf(async () =>
    offered((await providers(provider, platformId)).withdraw)({
      ...destination,
      withdrawReference: withdrawalId,
      paymentMethod: 'PIX',
      amount: subtract(amount, fee),
      pixType,
      description: 'Saque',
      webhookUrl: webhookUrl(provider, platformId),
    }),
  );
  switch (outcome.kind) {
    case 'answered':
      return heardOfWithdrawal(outcome.result, now());
    case 'declined':
      return [{ type: 'RecordFailed', cause: outcome.cause, now: now() }];
    case 'unknown':
      return [{ type: 'RecordUnanswered', failure: outcome.failure, now: now() }];
  }
};

export const payWithdrawal = defineReaction('pay-withdrawal', {
  WithdrawalRequested: async ({ subject, data }, ports) => {
    const commands = await sendWithdrawal(subject, data, ports);
    return commands.map((command) => ({ to: 'withdrawal', id: subject, command }));
  },
});
