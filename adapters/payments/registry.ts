import { Refused } from '#/domain/errors.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import type { ProviderDefinition } from './kit/define-provider.ts';
import { openProvider } from './kit/open-provider.ts';
import { fairpay } from './providers/fairpay.ts';
import { onz } from './providers/onz.ts';
import { sandbox } from './providers/sandbox.ts';

/** Every acquirer there is, one line each. */
export const providers = { fairpay, onz, sandbox } as const;

export type ProviderId = keyof typeof providers;

const isProviderId = (id: string): id is ProviderId => Object.hasOwn(providers, id);

/** @throws Refused `provider/not-offered` */
export const definitionOf = (providerId: string): ProviderDefinition<unknown> => {
  if (!isProviderId(providerId)) throw new Refused('provider/not-offered', { providerId });
  // Which of them it is makes no difference here: what an account must be is its own affair.
  return providers[providerId] as ProviderDefinition<unknown>;
};

/** A provider with an account there. @throws Refused `provider/not-offered`, ZodError when the account is not what it wants */
export const paymentProvider = (providerId: string, account: unknown): PaymentProvider => {
  const definition = definitionOf(providerId);
  return openProvider(definition, definition.account.parse(account));
};
