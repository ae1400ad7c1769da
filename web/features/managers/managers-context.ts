import { createContext, type ReactNode } from 'react';
import type { ManagersSearch } from './managers-queries.ts';

interface ManagersPage {
  /** The list's search; the drawer finds its manager in the results. */
  readonly search: ManagersSearch;
  /** Whether the user may read the access log. */
  readonly maySeeActivity: boolean;
  /** Parts about a manager from other features. */
  readonly more: (managerId: string) => ReactNode;
}

export const ManagersContext = createContext<ManagersPage>({
  search: {},
  maySeeActivity: false,
  more: () => null,
});
