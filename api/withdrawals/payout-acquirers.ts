import { listConnectedProviders } from '#/api/acquiring/connected-providers.ts';
import type { Services } from '#/api/composition/api-services.ts';
import type { WaitingWithdrawal } from '#/api/contract/payouts.ts';
import { acquirer, suspensionNow } from '#/domain/acquiring/decider.ts';
import { acquirerStream } from '#/domain/values/ids.ts';

const purpose = 'WITHDRAW';

/** Returns a function that says whether payouts go through now at an acquirer of the platform. */
export const createPayoutAcquirerView = async (
  { core, acquirers }: Pick<Services, 'core' | 'acquirers'>,
  platformId: string,
  providers: Iterable<string>,
): Promise<(provider: string) => WaitingWithdrawal['acquirer']> => {
  const connected = await listConnectedProviders(core, platformId);
  const entries = [...new Set(providers)].map(async (provider) => {
    const { state } = await core.handler.load(acquirer, acquirerStream(platformId, provider));
    return [provider, state] as const;
  });
  const states = new Map(await Promise.all(entries));
  return (provider) => {
    const suspension = suspensionNow(states.get(provider) ?? {}, purpose, core.now());
    const { calls, answered } = core.acquiring.summariseCalls({ platformId, provider, purpose });
    return {
      label: acquirers.labelOf(provider),
      isConnected: connected.has(provider),
      suspendedUntil: suspension?.until ?? null,
      calls,
      answered,
    };
  };
};
