import type { RefundCommand } from '#/domain/refund/commands.ts';
import type { RefundRequestedData } from '#/domain/refund/events.ts';
import { defineReaction, type Ports } from './policy.ts';
import { offered, outcomeOf } from './provider-outcome.ts';

/** Asks the provider for the refund; `refundId` is its idempotency key, so asking again is safe. */
export const askForRefund = async (
  refundId: string,
  refund: RefundRequestedData,
  { providers, now }: Ports,
): Promise<readonly RefundCommand[]> => {
  const { transactionId, amount, provider, platformId } = refund;
  const outcome = await outcomeOf(async () =>
    offered((await providers(provider, platformId)).refund)({ transactionId, refundId, amount }),
  );
  switch (outcome.kind) {
    case 'answered': {
      const { refundId: providerRefundId, status } = outcome.result;
      return status
        ? [{ type: 'RecordSettled', providerRefundId, now: now() }]
        : [{ type: 'RecordFailed', cause: 'refused', now: now() }];
    }
    case 'declined':
      return [{ type: 'RecordFailed', cause: outcome.cause, now: now() }];
    case 'unknown':
      return [{ type: 'RecordUnanswered', failure: outcome.failure, now: now() }];
  }
};

export const refundAtProvider = defineReaction('refund-at-provider', {
  RefundRequested: async ({ subject, data }, ports) => {
    const commands = await askForRefund(subject, data, ports);
    return commands.map((command) => ({ to: 'refund', id: subject, command }));
  },
});
