import type { Services } from '#/api/composition/api-services.ts';
import type { AcquirerStep } from '#/api/contract/acquiring.ts';
import { chooseAcquirer, type RoutingDecision } from '#/domain/acquiring/choose.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { decode } from '#/ledger/codec.ts';

const stepOf = (
  { acquirers: { labelOf } }: Services,
  paymentId: string,
  decision: { readonly provider: string; readonly choice: RoutingDecision },
  explanation: { readonly cause: string | null; readonly at: string },
): AcquirerStep => {
  const repeatedChoice = chooseAcquirer(paymentId, decision.choice.considered);
  const { reason, considered } = decision.choice;
  const replayed =
    repeatedChoice?.provider === decision.provider && repeatedChoice.choice.reason === reason;
  return {
    provider: decision.provider,
    label: labelOf(decision.provider),
    reason,
    considered: considered.map((one) => ({ ...one, label: labelOf(one.provider) })),
    replayed,
    ...explanation,
  };
};

/** Returns how a payment came to each acquirer on its way, from its events. */
export const stepsOf = async (services: Services, paymentId: string): Promise<AcquirerStep[]> => {
  const recorded = await services.core.store.readStream(streamOf('payment', paymentId));
  return recorded.map(decode).flatMap(({ type, data }) => {
    if (type === 'PaymentRequested' && data.choice) {
      const { provider, choice, at } = data;
      return [stepOf(services, paymentId, { provider, choice }, { cause: null, at })];
    }
    if (type !== 'PaymentRerouted') return [];
    const { to: provider, choice, cause, at } = data;
    return [stepOf(services, paymentId, { provider, choice }, { cause, at })];
  });
};
