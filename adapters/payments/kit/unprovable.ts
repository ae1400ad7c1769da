import type { PaymentMethod } from '#/domain/ports/charge.ts';
import type { ProviderDefinition } from './define-provider.ts';

/**
 * Returns the payment methods that the provider has but that we do not offer. These are cards, if the provider has neither a look-up by our
 * id nor documented refusals of a charge. Without both, the outcome of a charge would stay unknown after a doubtful refusal.
 */
export const unprovableMethods = ({
  operations: { charge, findTransaction },
  declines,
}: Pick<ProviderDefinition<never>, 'operations' | 'declines'>): readonly PaymentMethod[] => {
  const isProvable = findTransaction !== undefined || declines?.createTransaction !== undefined;
  return charge?.CREDIT_CARD !== undefined && !isProvable ? ['CREDIT_CARD'] : [];
};
