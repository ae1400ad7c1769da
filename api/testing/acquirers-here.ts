import { openHere } from '#/adapters/payments/evidence/open-here.ts';
import { startCaseServer, type CaseServer } from '#/adapters/payments/evidence/case-server.ts';
import { loadProviderCases } from '#/adapters/payments/evidence/evidence.ts';
import type { ProviderCases } from '#/adapters/payments/evidence/provider-cases.ts';
import { address } from '#/adapters/payments/evidence/samples.ts';
import { Refused } from '#/domain/errors/refused.ts';
import type { PaymentProviders } from '#/domain/ports/payment-provider.ts';

/** Opens the real adapters of acquirers against one local host, whose answers the test chooses. */
export const startAcquirers = async (
  ids: readonly string[],
): Promise<{
  readonly host: CaseServer;
  readonly providers: PaymentProviders;
  readonly evidenceOf: (id: string) => ProviderCases<never>;
}> => {
  const providerCases = (await loadProviderCases()).filter(({ provider: { id } }) =>
    ids.includes(id),
  );
  const host = await startCaseServer(
    Object.assign({}, ...providerCases.map(({ tokens }) => tokens)),
  );
  const evidenceOf = (id: string): ProviderCases<never> => {
    const evidence = providerCases.find(({ provider }) => provider.id === id);
    if (!evidence) throw new Refused('provider/not-offered', { providerId: id });
    return evidence;
  };
  return {
    host,
    evidenceOf,
    providers: async (id) => {
      const { provider, account } = evidenceOf(id);
      // For acquirers that charge no card without a billing address.
      const fields = { ...(account(host.url) as object), billingAddress: address };
      return openHere(provider, provider.account.parse(fields));
    },
  };
};
