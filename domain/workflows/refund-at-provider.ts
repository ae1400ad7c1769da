import type { RefundCommand } from '#/domain/refund/commands.ts';
import type { RefundRequestedData } from '#/domain/refund/events.ts';
import { TAKEN_IN } from '#/domain/refund/decider.ts';
import { explanationForRecord } from '#/domain/personal-text.ts';
import { defineReaction, type Ports } from './reaction.ts';
import { requireSupport, outcomeOf } from './provider-outcome.ts';

/** Text for a refund that was not made, where the provider gives none (acquirers.120). */
const NOT_REFUNDED = 'Erro ao aprovar o reembolso.';

/** Requests the refund from the provider; `refundId` is its idempotency key, so a retry is safe. */
export const askForRefund = async (
  refundId: string,
  refund: RefundRequestedData,
  { providers, now }: Ports,
): Promise<readonly RefundCommand[]> => {
  const { transactionId, amount, provider, platformId } = refund;
  const outcome = await outcomeOf(async () => {
    const { refund: ask } = await providers(provider, platformId);
    return requireSupport(ask, 'Not implemented yet.')({ transactionId, refundId, amount });
  });
  const at = now();
  switch (outcome.kind) {
    case 'answered': {
      const { refundId: providerRefundId, status, isAccepted } = outcome.result;
      if (status) return [{ type: 'RecordSettled', providerRefundId, now: at }];
      if (isAccepted) return [{ type: 'RecordUnanswered', failure: TAKEN_IN, now: at }];
      return [{ type: 'RecordFailed', cause: 'refused', text: NOT_REFUNDED, now: at }];
    }
    case 'declined': {
      const { cause, text } = outcome;
      return [
        {
          type: 'RecordFailed',
          cause,
          text: explanationForRecord(text ?? NOT_REFUNDED, {}),
          now: at,
        },
      ];
    }
    case 'unknown': {
      const { failure, text } = outcome;
      return [{ type: 'RecordUnanswered', failure, text: explanationForRecord(text, {}), now: at }];
    }
  }
};

export const refundAtProvider = defineReaction('refund-at-provider', {
  RefundRequested: async ({ aggregateId: subject, data }, ports) => {
    const commands = await askForRefund(subject, data, ports);
    return commands.map((command) => ({ to: 'refund', id: subject, command }));
  },
});
