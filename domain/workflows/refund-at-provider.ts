import type { RefundCommand } from '#/domain/refund/commands.ts';
import type { RefundRequestedData } from '#/domain/refund/events.ts';
import { TAKEN_IN } from '#/domain/refund/decider.ts';
import { explanationForRecord } from '#/domain/privacy/personal-text.ts';
import { defineReaction, type Ports } from './reaction.ts';
import { openAcquirerForCall, findConnected } from './acquirer-of.ts';
import { beginAttempt, digestOf, type EarlierCalls } from './attempt.ts';
import { outcomeOf, requireHold, requireSupport } from './provider-outcome.ts';

/** Text for a refund that was not made, where the provider gives none (acquirers.120). */
const NOT_REFUNDED = 'Erro ao aprovar o reembolso.';

/** Requests the refund if a call for it may begin now (`beginAttempt`). */
export const askForRefund = async (
  refundId: string,
  refund: RefundRequestedData,
  earlier: EarlierCalls,
  ports: Ports,
): Promise<readonly RefundCommand[]> => {
  const { now } = ports;
  const { transactionId, amount, provider, platformId, sellerId, merchantAccount, heldIn } = refund;
  const request = { transactionId, refundId, amount };
  const acquirer = await findConnected(ports, { provider, platformId });
  const begun = await beginAttempt(ports, {
    platformId,
    provider,
    merchantAccount,
    digest: await digestOf(ports, request, acquirer?.encode?.refund),
    earlier,
    by: (attempt) => ({ to: 'refund', id: refundId, command: { type: 'BeginRefund', ...attempt } }),
  });
  if (!begun) return [];
  const { attempt, isFirst } = begun;
  const { attemptId } = attempt;
  const outcome = await outcomeOf(async () => {
    const { refund: ask } = await openAcquirerForCall(ports, { provider, platformId }, attempt);
    if (heldIn !== undefined) await requireHold(ports, { platformId, sellerId }, refundId);
    return requireSupport(ask, 'Not implemented yet.')({ ...request, attempt });
  });
  const at = now();
  switch (outcome.kind) {
    case 'answered': {
      const { refundId: providerRefundId, status, isAccepted } = outcome.result;
      if (status) return [{ type: 'RecordSettled', providerRefundId, now: at }];
      if (isAccepted) return [{ type: 'RecordUnanswered', attemptId, failure: TAKEN_IN, now: at }];
      if (!isFirst) return [{ type: 'RecordUnanswered', attemptId, failure: 'refused', now: at }];
      return [{ type: 'RecordFailed', attemptId, cause: 'refused', text: NOT_REFUNDED, now: at }];
    }
    case 'declined': {
      const { cause, text } = outcome;
      // An earlier call may have succeeded: this decline says nothing about it.
      if (!isFirst) return [{ type: 'RecordUnanswered', attemptId, failure: cause, now: at }];
      return [
        {
          type: 'RecordFailed',
          attemptId,
          cause,
          text: explanationForRecord(text ?? NOT_REFUNDED, {}),
          now: at,
        },
      ];
    }
    case 'unknown': {
      const { failure, text, neverSent } = outcome;
      return [
        {
          type: 'RecordUnanswered',
          attemptId,
          failure,
          text: explanationForRecord(text, {}),
          ...(neverSent && { isUnsent: true }),
          now: at,
        },
      ];
    }
  }
};

export const refundAtProvider = defineReaction('refund-at-provider', {
  RefundRequested: async ({ aggregateId: refundId, data }, ports) => {
    const origin = { at: data.at, epoch: data.heldIn ?? null };
    const earlier = { attempt: null, origin };
    const commands = await askForRefund(refundId, data, earlier, ports);
    return commands.map((command) => ({ to: 'refund', id: refundId, command }));
  },
});
