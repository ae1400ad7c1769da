import { declareEarlier } from '#/api/testing/earlier-destination.ts';
import { PLATFORM_ID, SELLER_ID } from '#/scripts/seeds/demo-catalogue.ts';
import type { Product } from './product.ts';
import { writeAt } from './write-at.ts';

/**
 * Declares a destination at an earlier date, because withdrawals to a new one wait.
 * @returns the destination's id
 */
export const declareEarlierAt = (
  product: Pick<Product, 'place' | 'databaseUrl' | 'dataDir'>,
  pixKey: string,
): Promise<string> => {
  const owner = { platformId: PLATFORM_ID, sellerId: SELLER_ID };
  return writeAt(product, (core) => declareEarlier(core, owner, pixKey));
};
