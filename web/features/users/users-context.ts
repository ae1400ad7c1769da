import { createContext, type ReactNode } from 'react';
import type { SellerChange } from '#/api/contract/sellers.ts';
import type { SellerDetail } from './users-queries.ts';

interface UsersRights {
  readonly mayChange: boolean;
  /** Whether the user may view the area as the seller sees it (impersonation). */
  readonly mayImpersonate: boolean;
  readonly mayExport: boolean;
  readonly maySeeSales: boolean;
  /** Whether the user may validate documents. */
  readonly mayValidate: boolean;
  /** Parts about a seller from other features. */
  readonly more: (sellerId: string) => ReactNode;
  /** Draws the terms in which a seller differs from the platform. */
  readonly terms: (user: SellerDetail) => ReactNode;
  /** Draws the changes of those terms. */
  readonly termsChanges: (changes: SellerChange['ownTerms']) => ReactNode;
}

export const UsersContext = createContext<UsersRights>({
  mayChange: false,
  mayImpersonate: false,
  mayExport: false,
  maySeeSales: false,
  mayValidate: false,
  more: () => null,
  terms: () => null,
  termsChanges: () => null,
});
