import { accountPart } from '#/domain/acquiring/call-attempt.ts';
import {
  resolutionDataOf,
  decideInvestigation,
  NOTHING_STATED,
  openMatter,
  applyProposal,
  applyRejection,
  applyResolution,
  removeSettled,
  type AgreedResolution,
  type Investigation,
  type InvestigationCommand,
  type Matter,
} from '#/domain/investigation/investigation.ts';
import type { Resolution } from '#/domain/investigation/events.ts';
import { negate, ZERO } from '#/domain/values/money.ts';
import type { RefundEvent, RequestedRefund } from './decider.ts';

/** If the provider says FAILED about a refund on record as made, only HAPPENED ends the matter: otherwise the buyer is owed the money. */
export const answersOfRefund = ({ said }: Pick<Matter, 'said'>): readonly Resolution[] =>
  said.status === 'FAILED' ? ['HAPPENED'] : ['HAPPENED', 'DID_NOT_HAPPEN'];

/** Shared by decider and read model. */
export const investigationAfter = (
  investigation: Investigation,
  event: RefundEvent,
): Investigation => {
  switch (event.type) {
    case 'RefundLeftUnresolved': {
      const { amount, cause, at: since } = event.data;
      const said = { ...NOTHING_STATED, cause };
      const matter = { key: 'refund', cause: 'UNKNOWN_OUTCOME', since, amount, said } as const;
      return openMatter(investigation, { ...matter, unapplied: ZERO });
    }
    case 'RefundContradicted': {
      const { amount, unapplied, status = 'SETTLED', at: since } = event.data;
      const { providerRefundId: transactionId = null } = event.data;
      const contradictsRecord = investigation.outcome === null && unapplied === ZERO;
      const cause = contradictsRecord ? 'CONTRADICTED_OUTCOME' : 'CONTRADICTED_RESOLUTION';
      const said = { ...NOTHING_STATED, status, transactionId };
      return openMatter(investigation, {
        key: 'contradiction',
        cause,
        since,
        amount,
        unapplied,
        said,
      });
    }
    case 'RefundSettled':
    case 'RefundFailed':
      return removeSettled(investigation, ({ cause }) => cause === 'UNKNOWN_OUTCOME');
    case 'RefundResolutionProposed':
      return applyProposal(investigation, event.data);
    case 'RefundResolutionRejected':
      return applyRejection(investigation, event.data);
    case 'RefundResolved':
      return applyResolution(investigation, event.data);
    default:
      return investigation;
  }
};

const consequencesOf = (
  { requested, contradictedIn: merchantAccount }: RequestedRefund,
  agreed: AgreedResolution,
): readonly RefundEvent[] => {
  const { platformId, sellerId, paymentId, provider, currency, amount } = requested;
  const owner = { platformId, sellerId, paymentId, provider, ...accountPart({ merchantAccount }) };
  const { matter, proposal, now: at } = agreed;
  const isContradicted = matter.cause !== 'UNKNOWN_OUTCOME';
  const unapplied = negate(matter.unapplied);
  const resolved: RefundEvent = {
    type: 'RefundResolved',
    data: { ...owner, ...resolutionDataOf(agreed), unapplied, loss: ZERO },
  };
  if (matter.said.status === 'FAILED') return [resolved];
  if (proposal.resolution === 'HAPPENED') {
    const providerRefundId = proposal.reference ?? matter.said.transactionId ?? proposal.proposalId;
    return [
      resolved,
      { type: 'RefundSettled', data: { paymentId, currency, amount, providerRefundId, at } },
    ];
  }
  if (isContradicted) return [resolved];
  const data = { platformId, sellerId, paymentId, cause: 'not-made', at };
  return [resolved, { type: 'RefundFailed', data }];
};

/** @throws Refused */
export const resolveRefund = (
  refund: RequestedRefund,
  command: InvestigationCommand,
): readonly RefundEvent[] => {
  const { paymentId, currency } = refund.requested;
  const step = decideInvestigation(refund.investigation, command, currency, answersOfRefund);
  switch (step?.kind) {
    case 'proposed':
      return [{ type: 'RefundResolutionProposed', data: { ...step.data, paymentId } }];
    case 'rejected':
      return [{ type: 'RefundResolutionRejected', data: { ...step.data, paymentId } }];
    case 'agreed':
      return consequencesOf(refund, step.agreed);
    case undefined:
      return [];
  }
};
