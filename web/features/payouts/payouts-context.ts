import { createContext } from 'react';
import type { WaitingWithdrawal } from '#/api/contract/payouts.ts';
import type { TableSearch } from '#/web/ui/blocks/page-definition.ts';

interface PayoutsPage {
  /** The list's search; the drawer finds its withdrawal in the results. */
  readonly search: TableSearch;
  readonly maySeeSellers: boolean;
  readonly selected: ReadonlySet<string>;
  readonly onSelected: (selected: ReadonlySet<string>) => void;
}

export const PayoutsContext = createContext<PayoutsPage>({
  search: {},
  maySeeSellers: false,
  selected: new Set(),
  onSelected: () => undefined,
});

/** False if this user has approved the withdrawal: a second approval must come from another person. */
export const isSelectable = ({ isApprovedByCaller }: WaitingWithdrawal): boolean =>
  !isApprovedByCaller;
