import { createContext } from 'react';
import type { WaitingWithdrawal } from '#/api/contract/payouts.ts';
import type { TableSearch } from '#/web/ui/blocks/page-definition.ts';

interface PayoutsPage {
  /** Of the list, in which a withdrawal is looked up. */
  readonly search: TableSearch;
  readonly maySeeSellers: boolean;
  readonly selected: ReadonlySet<string>;
  readonly onSelected: (selected: ReadonlySet<string>) => void;
}

/** What the page's address says, what its user may see, and which withdrawals are selected. */
export const PayoutsContext = createContext<PayoutsPage>({
  search: {},
  maySeeSellers: false,
  selected: new Set(),
  onSelected: () => undefined,
});

/** What the user has approved already, only another person can. */
export const isSelectable = ({ isApprovedByCaller }: WaitingWithdrawal): boolean =>
  !isApprovedByCaller;

export const toggleSelected = (selected: ReadonlySet<string>, id: string): ReadonlySet<string> => {
  const next = new Set(selected);
  if (!next.delete(id)) next.add(id);
  return next;
};
