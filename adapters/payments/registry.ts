import type { z } from 'zod';
import { Refused } from '#/domain/errors.ts';
import type { PaymentProvider, PaymentProviders } from '#/domain/ports/payment-provider.ts';
import type { ProviderDefinition } from './kit/define-provider.ts';
import { openProvider } from './kit/open-provider.ts';
import { fairpay } from './providers/fairpay.ts';
import { onz } from './providers/onz.ts';
import { sandbox } from './providers/sandbox.ts';

/** Every acquirer there is, one line each. */
export const providers = { fairpay, onz, sandbox } as const;

export type ProviderId = keyof typeof providers;

/** The account at each provider that is used. */
export type ProviderAccounts = {
  readonly [Id in ProviderId]?: z.input<(typeof providers)[Id]['account']>;
};

const open = <Account>(
  definition: ProviderDefinition<Account>,
  account: unknown,
): PaymentProvider => openProvider(definition, definition.account.parse(account));

/** The providers that there is an account for. @throws ZodError when an account is not what its provider wants */
export const paymentProviders = (accounts: ProviderAccounts): PaymentProviders => {
  const offered = new Map<string, PaymentProvider>();
  for (const [id, definition] of Object.entries(providers)) {
    const account = accounts[id as ProviderId];
    // Which of them it is makes no difference here.
    if (account) offered.set(id, open(definition as ProviderDefinition<unknown>, account));
  }
  return (providerId) => {
    const provider = offered.get(providerId);
    if (!provider) throw new Refused('provider/not-offered', { providerId });
    return provider;
  };
};
