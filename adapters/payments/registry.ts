import { Refused } from '#/domain/errors.ts';
import type { PaymentProvider, PaymentProviders } from '#/domain/ports/payment-provider.ts';

import { sandbox } from './providers/sandbox.ts';
import type { SandboxAccount } from './providers/sandbox.ts';

export interface PaymentProviderAccounts {
  readonly sandbox: SandboxAccount;
}

/** Every provider with the account it is called with; one line each. */
export const paymentProviders = (accounts: PaymentProviderAccounts): PaymentProviders => {
  const offered: ReadonlyMap<string, PaymentProvider> = new Map(
    [sandbox(accounts.sandbox)].map((provider) => [provider.id, provider]),
  );
  return (providerId) => {
    const provider = offered.get(providerId);
    if (!provider) throw new Refused('provider/not-offered', { providerId });
    return provider;
  };
};
