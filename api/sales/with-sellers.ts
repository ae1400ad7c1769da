import type { Core } from '#/api/composition/core.ts';
import type { Sale } from '#/api/contract/sales.ts';
import { sellerNames } from '#/api/people/seller-names.ts';

/** Adds the sellers' names to sales, for staff; null where erased. */
export const withSellers = async (core: Core, sales: readonly Sale[]) => {
  const names = await sellerNames(
    core,
    sales.map(({ sellerId }) => sellerId),
  );
  return sales.map((sale) => ({ ...sale, sellerName: names.get(sale.sellerId) ?? null }));
};
