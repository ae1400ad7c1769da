import { createContext, use, type ReactNode } from 'react';
import { hasFlag } from '#/api/contract/roles.ts';
import type { Session } from '#/api/contract/session.ts';
import type { PermissionFlag } from '#/domain/staff/permissions.ts';
import type { StaffSearch } from './staff-queries.ts';

interface StaffPage {
  readonly user: Pick<Session, 'role' | 'permissions'>;
  /** The list's search; the drawer finds its person in the results. */
  readonly search: StaffSearch;
  /** Parts about a person from other features. */
  readonly more: (staffId: string) => ReactNode;
}

/** The page's user, the search in the URL, and what other features add. */
export const StaffContext = createContext<StaffPage>({
  user: { role: 'FUNCTIONARY', permissions: [] },
  search: {},
  more: () => null,
});

/** Users give and take only flags that they have. */
export const useMayGive = (): ((flag: PermissionFlag) => boolean) => {
  const { user } = use(StaffContext);
  return (flag) => hasFlag(user, flag);
};
