import { roles } from '#/api/contract/roles.ts';
import type { StaffMember } from '#/api/contract/staff.ts';
import { newestPosition } from '#/web/lib/own-writes.ts';
import { query } from '#/web/lib/rpc.ts';
import type { TableSearch } from '#/web/ui/blocks/page-definition.ts';

export interface StaffSearch extends TableSearch {
  /** Undefined: everyone who is not blocked. */
  readonly state?: 'BLOCKED' | undefined;
}

export const staffQuery = ({ cursor, state }: StaffSearch) => ({
  queryKey: ['staff', state, cursor],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    query('admin.listStaff', { cursor, state, after: newestPosition() }, { signal }),
});

/** The name; without one (invitation not accepted yet, or name erased) the e-mail address, else the id. */
export const memberName = ({ name, email, staffId }: StaffMember): string =>
  name ?? email ?? staffId;

/** Whether the person's role has all flags, whatever flags are saved for the person. */
export const hasAllFlags = ({ role }: StaffMember): boolean => roles[role].flags === 'all';
