import type { PaymentMethod } from '#/domain/ports/charge.ts';
import type { ProviderDefinition } from './define-provider.ts';

/** Without look-ups by our id and documented refusals, the outcome of a card charge could stay unknown. */
export const unprovableMethods = ({
  operations: { charge, findTransaction },
  declines,
}: Pick<ProviderDefinition<never>, 'operations' | 'declines'>): readonly PaymentMethod[] => {
  const isProvable = findTransaction !== undefined || declines?.createTransaction !== undefined;
  return charge?.CREDIT_CARD !== undefined && !isProvable ? ['CREDIT_CARD'] : [];
};
