import { createContext, type ReactNode } from 'react';
import type { ManagersSearch } from './managers-queries.ts';

interface ManagersPage {
  /** The search of the list on the page; the drawer finds its manager in the results. */
  readonly search: ManagersSearch;
  /** Whether the user of the page may read the access log. */
  readonly maySeeActivity: boolean;
  /** Renders the parts about a manager that belong to other features. */
  readonly more: (managerId: string) => ReactNode;
}

export const ManagersContext = createContext<ManagersPage>({
  search: {},
  maySeeActivity: false,
  more: () => null,
});
