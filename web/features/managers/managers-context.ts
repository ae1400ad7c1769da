import { createContext, type ReactNode } from 'react';
import type { ManagersSearch } from './managers-queries.ts';

interface ManagersPage {
  /** Of the list, in which a person is looked up. */
  readonly search: ManagersSearch;
  /** Whether the user of the page may read the access log. */
  readonly maySeeActivity: boolean;
  /** What other features show of a manager. */
  readonly more: (managerId: string) => ReactNode;
}

export const ManagersContext = createContext<ManagersPage>({
  search: {},
  maySeeActivity: false,
  more: () => null,
});
