import { createContext, use, type ReactNode } from 'react';
import { holds } from '#/api/contract/roles.ts';
import type { Session } from '#/api/contract/session.ts';
import type { PermissionFlag } from '#/domain/staff/permissions.ts';
import type { StaffSearch } from './staff-queries.ts';

interface StaffPage {
  readonly user: Pick<Session, 'role' | 'permissions'>;
  /** The search of the list, in which a person is looked up. */
  readonly search: StaffSearch;
  /** What other features show of a person. */
  readonly more: (staffId: string) => ReactNode;
}

/** The user of the page, and what its address says. */
export const StaffContext = createContext<StaffPage>({
  user: { role: 'FUNCTIONARY', permissions: [] },
  search: {},
  more: () => null,
});

/** Returns which flags the user has: only those may they give or take away. */
export const useMayGive = (): ((flag: PermissionFlag) => boolean) => {
  const { user } = use(StaffContext);
  return (flag) => holds(user, flag);
};
