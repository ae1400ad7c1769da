import type { PaymentMethod } from '#/domain/ports/charge.ts';
import type { ProviderDefinition } from './define-provider.ts';

/**
 * Returns the payment methods that a provider supports and that are not offered, because the outcome of a charge could not be found out
 * when its answer is lost or its refusal is doubtful. Finding it out requires a look-up by our id, or documented refusals.
 */
export const unprovableMethods = ({
  operations: { charge, findTransaction },
  declines,
}: Pick<ProviderDefinition<never>, 'operations' | 'declines'>): readonly PaymentMethod[] => {
  const isProvable = findTransaction !== undefined || declines?.createTransaction !== undefined;
  return charge?.CREDIT_CARD !== undefined && !isProvable ? ['CREDIT_CARD'] : [];
};
