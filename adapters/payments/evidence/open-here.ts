import type { ProviderDefinition } from '#/adapters/payments/kit/define-provider.ts';
import {
  openProvider,
  type ClosableProvider,
  type ProviderOptions,
} from '#/adapters/payments/kit/open-provider.ts';

/** Opens a provider that may also call hosts on this machine. */
export const openHere = <Account>(
  definition: ProviderDefinition<Account>,
  account: Account,
  options: Partial<ProviderOptions> = {},
): ClosableProvider =>
  openProvider(definition, account, { ...options, reach: 'public-or-loopback' });
