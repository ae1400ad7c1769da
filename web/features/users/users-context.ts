import { createContext, type ReactNode } from 'react';
import type { SellerChange } from '#/api/contract/sellers.ts';
import type { SellerDetail } from './users-queries.ts';

interface UsersRights {
  readonly mayChange: boolean;
  /** Whether to view the area as the seller. */
  readonly mayImpersonate: boolean;
  readonly mayExport: boolean;
  readonly maySeeSales: boolean;
  /** Whether to validate documents. */
  readonly mayValidate: boolean;
  /** Parts about a seller from other features. */
  readonly more: (sellerId: string) => ReactNode;
  /** Where a seller differs from the platform. */
  readonly terms: (user: SellerDetail) => ReactNode;
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
