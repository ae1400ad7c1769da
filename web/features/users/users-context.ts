import { createContext, type ReactNode } from 'react';
import type { SellerChange } from '#/api/contract/sellers.ts';
import type { SellerDetail } from './users-queries.ts';

/** What the user of the page may do about the sellers that they see. */
interface UsersRights {
  readonly mayChange: boolean;
  /** Whether the user may view the seller's area as the seller. */
  readonly mayImpersonate: boolean;
  readonly mayExport: boolean;
  readonly maySeeSales: boolean;
  /** The pages of documents to be validated. */
  readonly mayValidate: boolean;
  /** The number of a document. */
  readonly mayReadDocument: boolean;
  /** What other features show of a seller. */
  readonly more: (sellerId: string) => ReactNode;
  /** The terms in which a seller differs from the platform. */
  readonly terms: (user: SellerDetail) => ReactNode;
  readonly termsChanges: (changes: SellerChange['ownTerms']) => ReactNode;
}

export const UsersContext = createContext<UsersRights>({
  mayChange: false,
  mayImpersonate: false,
  mayExport: false,
  maySeeSales: false,
  mayValidate: false,
  mayReadDocument: false,
  more: () => null,
  terms: () => null,
  termsChanges: () => null,
});
