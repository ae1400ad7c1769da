import { createContext, use, type ReactNode } from 'react';
import { hasFlag } from '#/api/contract/roles.ts';
import type { Session } from '#/api/contract/session.ts';
import type { PermissionFlag } from '#/domain/staff/permissions.ts';
import type { StaffSearch } from './staff-queries.ts';

interface StaffPage {
  readonly user: Pick<Session, 'role' | 'permissions'>;
  /** The search of the list on the page; the drawer finds its person in the results. */
  readonly search: StaffSearch;
  /** Renders the parts about a person that belong to other features. */
  readonly more: (staffId: string) => ReactNode;
}

/** The user of the page, and the search in the page's address. */
export const StaffContext = createContext<StaffPage>({
  user: { role: 'FUNCTIONARY', permissions: [] },
  search: {},
  more: () => null,
});

/** Returns a function that says whether the user has a flag: only then may the user give it or take it away. */
export const useMayGive = (): ((flag: PermissionFlag) => boolean) => {
  const { user } = use(StaffContext);
  return (flag) => hasFlag(user, flag);
};
