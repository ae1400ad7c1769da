import { seesDocuments, type SellerCaller, type StaffCaller } from '#/api/auth/caller.ts';
import { hasFlag } from '#/api/contract/roles.ts';
import type { SalesScope } from '#/projections/sales-queries.ts';

/** Whose sales someone reads, and what of them. */
export interface SalesReader extends SalesScope {
  /**
   * True if the reader sees documents, and may find sales by documents and phones. A reader who may not see them must not find sales by
   * them either.
   */
  readonly isWithNumbers: boolean;
}

/** Staff read all sales of their platform. Seeing people's documents needs a permission of its own (people.16). */
export const staffAsReader = (caller: StaffCaller): SalesReader => ({
  platformId: caller.platformId,
  isWithNumbers: hasFlag(caller, 'isUserDocumentsAvailable'),
});

/**
 * Sellers read their own sales and see their buyers' documents. Staff who impersonate a seller see documents only with the permission for
 * documents.
 */
export const sellerAsReader = (caller: SellerCaller): SalesReader => ({
  platformId: caller.platformId,
  sellerId: caller.sellerId,
  isWithNumbers: seesDocuments(caller),
});
