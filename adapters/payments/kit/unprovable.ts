import type { PaymentMethod } from '#/domain/ports/charge.ts';
import type { ProviderDefinition } from './define-provider.ts';

/**
 * Returns the payment methods that are not offered although the provider has them: cards, if the outcome of a charge could not be found out
 * after a lost answer or a doubtful refusal. Finding it out requires a look-up by our id, or documented refusals.
 */
export const unprovableMethods = ({
  operations: { charge, findTransaction },
  declines,
}: Pick<ProviderDefinition<never>, 'operations' | 'declines'>): readonly PaymentMethod[] => {
  const isProvable = findTransaction !== undefined || declines?.createTransaction !== undefined;
  return charge?.CREDIT_CARD !== undefined && !isProvable ? ['CREDIT_CARD'] : [];
};
