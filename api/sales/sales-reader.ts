import { seesDocuments, type SellerCaller, type StaffCaller } from '#/api/auth/caller.ts';
import { hasFlag } from '#/api/contract/roles.ts';
import type { SalesScope } from '#/projections/sales-queries.ts';

/** Whose sales a caller reads, and which data of them. */
export interface SalesReader extends SalesScope {
  /** True if the reader sees documents, and may find sales by documents and phones. */
  readonly isWithNumbers: boolean;
}

/** Seeing people's documents needs a permission of its own (people.16). */
export const staffAsReader = (caller: StaffCaller): SalesReader => ({
  platformId: caller.platformId,
  isWithNumbers: hasFlag(caller, 'isUserDocumentsAvailable'),
});

/** Staff who impersonate a seller see documents only with the permission for documents. */
export const sellerAsReader = (caller: SellerCaller): SalesReader => ({
  platformId: caller.platformId,
  sellerId: caller.sellerId,
  isWithNumbers: seesDocuments(caller),
});
