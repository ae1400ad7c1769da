import type { Core } from '#/api/composition/core.ts';
import { loadSellerNames } from '#/api/people/seller-names.ts';

/** Adds the sellers' names for staff; null where erased. */
export const withSellers = async <Row extends { readonly sellerId: string }>(
  core: Core,
  rows: readonly Row[],
) => {
  const names = await loadSellerNames(
    core,
    rows.map(({ sellerId }) => sellerId),
  );
  return rows.map((row) => ({ ...row, sellerName: names.get(row.sellerId) ?? null }));
};
