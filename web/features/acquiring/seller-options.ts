import type { SellerRevenue } from '#/api/contract/admin.ts';

type Seller = Pick<SellerRevenue, 'sellerId' | 'sellerName'>;

/** One option for each seller, in the order of the list, which has a seller once for each currency. */
export const sellerOptions = (
  sellers: readonly Seller[],
): readonly { readonly value: string; readonly label: string }[] => {
  const names = new Map(sellers.map(({ sellerId, sellerName }) => [sellerId, sellerName]));
  return [...names].map(([value, name]) => ({ value, label: name ?? value }));
};
