import { createContext } from 'react';
import type { PaidWithdrawal } from '#/api/contract/paid-withdrawals.ts';
import type { PaidFilters } from './paid-queries.ts';

interface PaidPage {
  /** The list's filters, also those of the exported file. */
  readonly filters: PaidFilters;
  /** Whether the user may mark withdrawals, and take marks back. */
  readonly mayMark: boolean;
  readonly selected: ReadonlySet<string>;
  readonly onSelected: (selected: ReadonlySet<string>) => void;
  /** Asks the user to confirm that the withdrawals are on the bank's statement. */
  readonly onMark: (payouts: readonly PaidWithdrawal[]) => void;
  /** Asks the user why the mark is taken back. */
  readonly onRevert: (payout: PaidWithdrawal) => void;
}

export const PaidContext = createContext<PaidPage>({
  filters: {},
  mayMark: false,
  selected: new Set(),
  onSelected: () => undefined,
  onMark: () => undefined,
  onRevert: () => undefined,
});
