import type { PaymentMethod } from '#/domain/ports/charge.ts';
import type { ProviderDefinition } from './define-provider.ts';

/** Cards are not offered without a look-up by our id or documented refusals: a charge's outcome could stay unknown. */
export const unprovableMethods = ({
  operations: { charge, findTransaction },
  declines,
}: Pick<ProviderDefinition<never>, 'operations' | 'declines'>): readonly PaymentMethod[] => {
  const isProvable = findTransaction !== undefined || declines?.createTransaction !== undefined;
  return charge?.CREDIT_CARD !== undefined && !isProvable ? ['CREDIT_CARD'] : [];
};
