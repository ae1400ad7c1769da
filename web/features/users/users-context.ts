import { createContext, type ReactNode } from 'react';
import type { SellerChange } from '#/api/contract/sellers.ts';
import type { SellerDetail } from './users-queries.ts';

/** The user's permissions on the page of sellers, and its parts from other features. */
interface UsersRights {
  readonly mayChange: boolean;
  /** Whether the user may view the seller's area as the seller. */
  readonly mayImpersonate: boolean;
  readonly mayExport: boolean;
  readonly maySeeSales: boolean;
  /** Whether the user may open the page that validates documents. */
  readonly mayValidate: boolean;
  /** Whether the user may see the number of a seller's CPF or CNPJ. */
  readonly mayReadDocument: boolean;
  /** Renders the parts about a seller that belong to other features. */
  readonly more: (sellerId: string) => ReactNode;
  /** Renders the terms in which a seller differs from the platform. */
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
